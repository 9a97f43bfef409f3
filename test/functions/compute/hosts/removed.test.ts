import { beforeEach, expect, test } from 'vitest';
import { handler as listActivity } from '#functions/auth/activity/list.ts';
import { handler as allocate } from '#functions/compute/elastic-ips/allocate.ts';
import { handler as attach } from '#functions/compute/elastic-ips/attach.ts';
import { handler as detach } from '#functions/compute/elastic-ips/detach.ts';
import { handler as showAddress } from '#functions/compute/elastic-ips/show.ts';
import { handler as createBalancer } from '#functions/compute/load-balancers/create.ts';
import { handler as check } from '#functions/scheduled/host-health.ts';
import { removeHost } from '#lib/domain/compute/hosts/remove.ts';
import { settleError, settleFailedLaunch } from '#lib/domain/compute/instances/endings.ts';
import type { ElasticIp } from '#lib/model/compute/elastic-ip.ts';
import { silentAfterMs } from '#lib/model/compute/host-call.ts';
import type { Instance } from '#lib/model/compute/instance.ts';
import { enrolHostKey, getHost } from '#lib/store/compute/hosts.ts';
import { getRemoved } from '#lib/store/compute/removed-hosts.ts';
import { getSnapshot } from '#lib/store/compute/snapshots.ts';
import { getVolume } from '#lib/store/compute/volumes.ts';
import { keys } from '#lib/store/keys.ts';
import { transact } from '#lib/store/platform/write.ts';
import { call, type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import { testTable } from '#lib/testing/functions/table.ts';
import { look, membersOf, newAsg, settled } from '#test/support/compute/asgs.ts';
import { createdSnapshot, createdVolume, putSnapshotInto, putVolumeInto } from '#test/support/compute/disks.ts';
import { launched, putInto, recordOf, up } from '#test/support/compute/instances.ts';
import { silence, standInHost } from '#test/support/hosts/hosts.ts';
import { operator } from '#test/support/hosts/lost-hosts.ts';
import { partition } from '#test/support/table/state.ts';

/* What operations hold of a host when it is removed by force: the looks at the hosts settle it once they have ended. */

const pool = '198.51.100.0/24';
let caller: SignedUp;

beforeEach(async () => {
  await testTable();
  caller = await signedUp();
  await standInHost({ id: 'host-a', public_ip: '203.0.113.7', address_pool: pool });
});

const lost = { status: 'error', status_reason: 'host lost', lost: true };
const remove = () => removeHost(operator(), 'host-a', { force: true });
const isSettled = async () => [(await getHost('host-a'))?.lost?.settled, await getRemoved('host-a')];

/** The input of the workflow that ends the instance's operation. */
async function inputOf({ account_id, id }: Pick<Instance, 'account_id' | 'id'>) {
  const { operation } = await recordOf({ account_id, id });
  return { operation: operation?.id ?? '', account_id, instance_id: id, options: {} };
}

async function address(): Promise<ElasticIp> {
  return (await call(allocate, { bearer: caller.bearer })).body;
}

const onAddress = async (handler: typeof attach, { id }: ElasticIp, body?: object) =>
  (await call(handler, { bearer: caller.bearer, params: { id }, ...(body && { body }) })).body;

test('a machine, a volume and a snapshot are lost once their operations have ended', async () => {
  const instance = await putInto(await launched(caller), up);
  const volume = (await createdVolume(caller)).id;
  const snapshot = (await createdSnapshot(caller, instance.id)).id;
  const { operation } = await recordOf(instance);
  await remove();
  expect(await recordOf(instance)).toMatchObject({ status: 'running', operation });
  expect((await isSettled())[0]).toBe(false);
  await check();
  expect(await recordOf(instance)).toMatchObject({ status: 'running', operation });

  await putInto(instance, { operation: null, task: null });
  await putVolumeInto(caller, volume, { status: 'available', operation: null });
  await putSnapshotInto(caller, snapshot, { status: 'available', operation: null });
  await check();
  expect(await recordOf(instance)).toMatchObject({ ...lost, meanwhile: ['detach_elastic_ip'] });
  expect(await getVolume(caller.account_id, volume)).toMatchObject(lost);
  expect(await getSnapshot(caller.account_id, snapshot)).toMatchObject(lost);
  expect(await isSettled()).toEqual([true, undefined]);
  const { body } = await call(listActivity, { bearer: caller.bearer, query: { type: 'instance.lost' } });
  expect(body.events).toMatchObject([{ message: `instance ${instance.name}: host lost` }]);
});

test('a host of which nothing is held leaves no note', async () => {
  const instance = await putInto(await launched(caller), up);
  await remove();
  expect(await recordOf(instance)).toMatchObject({ status: 'running' });
  await check();
  expect(await recordOf(instance)).toMatchObject(lost);
  expect(await isSettled()).toEqual([true, undefined]);
});

test('one that has joined again meanwhile is left to its agent', async () => {
  const instance = await putInto(await launched(caller), { ...up, operation: { id: 'op-1', kind: 'attach_volume' } });
  await remove();
  const before = await getHost('host-a');
  await transact([enrolHostKey('host-a', 'another', '2026-11-23T10:00:00Z', before)]);
  await putInto(instance, { operation: null });
  await check();
  expect(await recordOf(instance)).toMatchObject({ status: 'running' });
  expect(await getRemoved('host-a')).toBeUndefined();
});

test('a launch gives back what it held, also an address that was just being detached', async () => {
  await standInHost({ id: 'host-b', address_pool: pool });
  await silence('host-b');
  await check();
  const instance = await launched(caller);
  expect((await recordOf(instance)).host_id).toBe('host-a');
  const eip = await address();
  await onAddress(attach, eip, { instance_id: instance.id });
  await remove();
  expect((await onAddress(detach, eip)).status).toBe('detaching');
  await settleFailedLaunch(await inputOf(instance), 'launch failed: host lost');
  await check();
  expect(await recordOf(instance)).toMatchObject({ status: 'error', placed: false, hold: null, elastic_ip: null });
  expect(await onAddress(showAddress, eip)).toMatchObject({ status: 'available', instance_id: null });
  expect(await isSettled()).toEqual([true, undefined]);
});

test.each([
  ['of its own stays with it until it is detached', false, { status: 'attached' }],
  ['that another host has, too, is free', true, { status: 'available', instance_id: null }],
])('the address of a held machine from a pool %s', async (_, isShared, then) => {
  const instance = await putInto(await launched(caller), up);
  if (isShared) await standInHost({ id: 'host-b', address_pool: pool });
  const eip = await address();
  expect((await onAddress(attach, eip, { instance_id: instance.id })).status).toBe('attaching');
  await putInto(instance, { operation: { id: 'op-1', kind: 'attach_volume' } });
  await remove();
  await putInto(instance, { operation: null });
  await check();
  expect(await recordOf(instance)).toMatchObject(lost);
  expect(await onAddress(showAddress, eip)).toMatchObject(then);
  const freed = isShared ? eip : await onAddress(detach, eip);
  expect(freed).toMatchObject({ status: 'available', instance_id: null });
});

test('an operation that fails with its host costs nothing from the last heartbeat on', async () => {
  const operation = { id: 'op-1', kind: 'restore_snapshot' } as const;
  const instance = await putInto(await launched(caller), { ...up, status: 'restoring', operation });
  // A machine that runs has been metered since it was up.
  const asked = Date.now();
  await silence('host-a');
  await remove();
  const seen = Math.floor(Date.parse((await getHost('host-a'))?.lost?.seen ?? '') / 1000);
  expect(seen * 1000).toBeLessThanOrEqual(asked - silentAfterMs);
  await settleError(await inputOf(instance), 'restore snapshot failed: host lost');
  await check();
  const marks = (await partition(keys.wallet(caller.account_id).pk)).filter(({ sk }) =>
    sk.startsWith(`METER#${instance.id}#`),
  );
  expect(marks.map(({ at }) => at)).toEqual(marks.map(() => seen));
  expect(marks.at(-1)?.price_paise).toBe(0);
});

test('a group replaces the members that were being launched there, however many, and goes on', async () => {
  const group = await newAsg(caller, { desired_capacity: 3 });
  for (let round = 0; round < 5; round++) await look(group);
  const members = await membersOf(group);
  expect(members.map(({ host_id, status }) => [host_id, status])).toEqual(Array(3).fill(['host-a', 'provisioning']));
  await remove();
  await standInHost({ id: 'host-b', address_pool: '198.51.101.0/24' });
  for (const member of members) await settleFailedLaunch(await inputOf(member), 'launch failed: host lost');
  await check();
  expect(await settled(group)).toMatchObject({ status: 'active', failures: 0 });
  const replaced = (await membersOf(group)).map(({ host_id, status }) => [host_id, status]);
  expect(replaced).toEqual(Array(3).fill(['host-b', 'running']));
});

test('a VPC of which only a load balancer was there goes on elsewhere', async () => {
  const body = { name: 'front', listeners: [{ protocol: 'http', port: 8080 }] };
  const balancer = (await call(createBalancer, { bearer: caller.bearer, body })).body;
  await remove();
  await check();
  await standInHost({ id: 'host-b', address_pool: '198.51.101.0/24' });
  const instance = await launched(caller);
  expect(await recordOf(instance)).toMatchObject({ host_id: 'host-b', vpc_id: balancer.vpc_id });
});
