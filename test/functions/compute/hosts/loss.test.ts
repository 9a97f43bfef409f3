import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { handler as allocate } from '#functions/compute/elastic-ips/allocate.ts';
import { handler as attach } from '#functions/compute/elastic-ips/attach.ts';
import { handler as showElasticIp } from '#functions/compute/elastic-ips/show.ts';
import { handler as events } from '#functions/compute/instances/events.ts';
import { handler as start } from '#functions/compute/instances/start.ts';
import { handler as check } from '#functions/scheduled/host-health.ts';
import { drainHost } from '#lib/domain/compute/hosts/drain.ts';
import { fenceHost } from '#lib/domain/compute/hosts/fence.ts';
import { removeHost } from '#lib/domain/compute/hosts/remove.ts';
import { resumeHost } from '#lib/domain/compute/hosts/resume.ts';
import { getHost } from '#lib/store/compute/hosts.ts';
import { getSnapshot } from '#lib/store/compute/snapshots.ts';
import { getVolume } from '#lib/store/compute/volumes.ts';
import { keys } from '#lib/store/keys.ts';
import { call, type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import { testTable } from '#lib/testing/functions/table.ts';
import { createdSnapshot, createdVolume, putSnapshotInto, putVolumeInto } from '#test/support/compute/disks.ts';
import { launchBody, launched, putInto, recordOf, up } from '#test/support/compute/instances.ts';
import { linkOf } from '#test/support/hosts/host-link.ts';
import { type StandInHost, standInHost } from '#test/support/hosts/hosts.ts';
import { comesBack, fenced, operator } from '#test/support/hosts/lost-hosts.ts';
import { partition } from '#test/support/table/state.ts';

const minute = 60_000;
const pool = '198.51.100.0/24';
let caller: SignedUp;
let host: StandInHost;

beforeEach(async () => {
  await testTable();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-23T10:00:00Z') });
  caller = await signedUp();
  host = await standInHost({ id: 'host-a', public_ip: '203.0.113.7', address_pool: pool });
});
afterEach(() => vi.useRealTimers());

/** Lets the clock go on, with the minute tick; no host is heard meanwhile. */
async function silent(minutes: number): Promise<void> {
  for (let at = 0; at < minutes; at++) {
    vi.setSystemTime(Date.now() + minute);
    await check();
  }
}

/** The marks of an instance's meter, oldest first: from when on it costs how many paise a month. */
const marksOf = async ({ account_id, id }: { account_id: string; id: string }): Promise<[number, number][]> =>
  (await partition(keys.wallet(account_id).pk))
    .filter(({ sk }) => sk.startsWith(`METER#${id}#`))
    .sort((a, b) => a.seq - b.seq)
    .map(({ at, price_paise }) => [at, price_paise]);

test('silence, loss and return of a host: what its machines are, and what they cost to the second', async () => {
  const instance = await putInto(await launched(caller), up);
  const heard = Date.now();
  await silent(2);
  expect(await recordOf(instance)).toMatchObject({ status: 'running', ssh_ready: false });
  await silent(7);
  expect(await recordOf(instance)).toMatchObject({ status: 'running' });
  await silent(1);
  expect(await recordOf(instance)).toMatchObject({ status: 'error', status_reason: 'host lost', placed: true });
  expect(await marksOf(instance)).toEqual([[heard / 1000, 0]]);
  const refused = await call(start, { bearer: caller.bearer, params: { id: instance.id } });
  expect([refused.status, refused.body.error]).toEqual([
    409,
    `instance ${instance.id} is in disk_scope host-a, whose host is lost; start waits until it is back`,
  ]);
  const { body } = await call(events, { bearer: caller.bearer, params: { id: instance.id } });
  expect(body.events[0]).toMatchObject({ type: 'host', from: 'running', to: 'error', message: 'host lost' });
  await comesBack(host.id, pool);
  const back = await recordOf(instance);
  expect(back).toMatchObject({ status: 'stopped', status_reason: null, ssh_ready: false });
  expect((await getHost(host.id))?.lost).toBeUndefined();
  const [, last] = await marksOf(instance);
  expect(last?.[0]).toBe(Date.now() / 1000);
  expect(last?.[1]).toBeGreaterThan(0);
});

test('a control plane that was away itself has no host lost', async () => {
  const instance = await putInto(await launched(caller), up);
  await check();
  vi.setSystemTime(Date.now() + 60 * minute);
  await check();
  expect(await recordOf(instance)).toMatchObject({ status: 'running', ssh_ready: false });
  await host.beat();
  await silent(1);
  expect((await getHost(host.id))?.lost).toBeUndefined();
});

test('a fence raises the epoch and shuts the host out at once; the next look at the hosts settles what it has', async () => {
  const instance = await putInto(await launched(caller), up);
  const link = await linkOf(host.id);
  const before = (await getHost(host.id))?.epoch ?? 0;
  expect(await fenceHost(operator(), host.id)).toMatchObject({ state: 'fenced', epoch: before + 1 });
  expect(await recordOf(instance)).toMatchObject({ status: 'running' });
  await check();
  expect(await recordOf(instance)).toMatchObject({ status: 'error', status_reason: 'host lost' });
  await expect(link.call('listHostJobs', {})).rejects.toMatchObject({ status: 403, code: 'host_fenced' });
  await resumeHost(operator(), host.id);
  await expect(link.call('listHostJobs', {})).rejects.toMatchObject({
    status: 409,
    code: 'host_lost',
    message: 'host host-a was lost meanwhile; its agent must start again',
  });
  expect(await recordOf(instance)).toMatchObject({ status: 'error' });
  await comesBack(host.id, pool);
  expect(await recordOf(instance)).toMatchObject({ status: 'stopped' });
});

test('what an operation holds at a fence is settled by the next look at the hosts', async () => {
  const instance = await putInto(await launched(caller), { ...up, operation: { id: 'op-1', kind: 'attach_volume' } });
  await fenced(host.id);
  expect(await recordOf(instance)).toMatchObject({ status: 'running' });
  await putInto(instance, { operation: null });
  await check();
  expect(await recordOf(instance)).toMatchObject({ status: 'error', lost: true });
  expect((await getHost(host.id))?.lost?.settled).toBe(true);
});

test('volumes, snapshots and addresses of a lost host are in error until it is back', async () => {
  const instance = await putInto(await launched(caller), up);
  const { id: volume } = await createdVolume(caller);
  await putVolumeInto(caller, volume, { status: 'available', operation: null });
  const { id: snapshot } = await createdSnapshot(caller, instance.id);
  await putSnapshotInto(caller, snapshot, { status: 'available', operation: null });
  await putInto(instance, { operation: null, task: null });
  const address = (await call(allocate, { bearer: caller.bearer })).body;
  await call(attach, { bearer: caller.bearer, params: { id: address.id }, body: { instance_id: instance.id } });
  const shown = async () => (await call(showElasticIp, { bearer: caller.bearer, params: { id: address.id } })).body;
  await fenced(host.id);
  expect(await getVolume(caller.account_id, volume)).toMatchObject({ status: 'error', status_reason: 'host lost' });
  expect(await getSnapshot(caller.account_id, snapshot)).toMatchObject({ status: 'error', status_reason: 'host lost' });
  expect(await shown()).toMatchObject({ status: 'error', pool, instance_id: instance.id, allowed_actions: ['update'] });
  await resumeHost(operator(), host.id);
  await comesBack(host.id, pool);
  expect(await getVolume(caller.account_id, volume)).toMatchObject({ status: 'available', status_reason: null });
  expect(await getSnapshot(caller.account_id, snapshot)).toMatchObject({ status: 'available', status_reason: null });
  expect(await shown()).toMatchObject({ status: 'attached', instance_id: instance.id });
});

test('an address of a pool that other hosts have too is available again', async () => {
  const instance = await putInto(await launched(caller), up);
  const address = (await call(allocate, { bearer: caller.bearer })).body;
  await call(attach, { bearer: caller.bearer, params: { id: address.id }, body: { instance_id: instance.id } });
  await standInHost({ id: 'host-b', address_pool: pool });
  await fenced(host.id);
  const { body } = await call(showElasticIp, { bearer: caller.bearer, params: { id: address.id } });
  expect(body).toMatchObject({ status: 'available', instance_id: null });
  expect(await recordOf(instance)).toMatchObject({ elastic_ip: null });
});

test('a VPC goes on elsewhere; what comes back to it says where it is', async () => {
  const instance = await putInto(await launched(caller), up);
  await standInHost({ id: 'host-b', address_pool: '198.51.101.0/24' });
  await fenced(host.id);
  const other = await recordOf(await launched(caller));
  expect(other.host_id).toBe('host-b');
  await resumeHost(operator(), host.id);
  await comesBack(host.id, pool);
  const refused = await call(start, { bearer: caller.bearer, params: { id: instance.id } });
  expect([refused.status, refused.body.error]).toEqual([
    409,
    `vpc ${instance.vpc_id} is in network_scope host-b, instance ${instance.id} in host-a; it can start once the VPC has no machine there`,
  ]);
});

test('nothing new is placed on a host that drains; what it has stays', async () => {
  const instance = await putInto(await launched(caller), up);
  expect(await drainHost(operator(), host.id)).toMatchObject({ state: 'draining' });
  expect(await drainHost(operator(), host.id)).toMatchObject({ state: 'draining' });
  await expect(launched(caller)).rejects.toThrow('no capacity for s1-nano right now; no type is available');
  expect(await recordOf(instance)).toMatchObject({ status: 'running' });
  expect(await resumeHost(operator(), host.id)).toMatchObject({ state: 'active' });
  expect((await launched(caller, launchBody())).status).toBe('provisioning');
});

test('a host with machines is removed by force alone, and is then no host any more', async () => {
  const instance = await putInto(await launched(caller), up);
  const link = await linkOf(host.id);
  const removal = removeHost(operator(), host.id);
  await expect(removal).rejects.toMatchObject({
    status: 409,
    message: 'host host-a has 1 machine; drain it, or use force',
  });
  expect(await removeHost(operator(), host.id, { force: true })).toMatchObject({ state: 'removed' });
  await check();
  expect(await recordOf(instance)).toMatchObject({ status: 'error', status_reason: 'host lost' });
  await expect(link.call('listHostJobs', {})).rejects.toMatchObject({ code: 'host_removed' });
  await expect(drainHost(operator(), host.id)).rejects.toMatchObject({ status: 404 });
});
