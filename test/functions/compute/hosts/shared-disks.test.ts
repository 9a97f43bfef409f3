import { beforeEach, expect, test } from 'vitest';
import { handler as start } from '#functions/compute/instances/start.ts';
import { drainHost } from '#lib/domain/compute/hosts/drain.ts';
import { resumeHost } from '#lib/domain/compute/hosts/resume.ts';
import { systemContext } from '#lib/domain/platform/operations/system-context.ts';
import { civilNow } from '#lib/drivers/clocks/civil.ts';
import type { Instance } from '#lib/model/compute/instance.ts';
import { getOffer } from '#lib/store/compute/directory.ts';
import { instancesOf } from '#lib/store/compute/host-machines.ts';
import { getHost } from '#lib/store/compute/hosts.ts';
import type { InstanceRecord } from '#lib/store/compute/instances.ts';
import { getVpc } from '#lib/store/compute/vpcs.ts';
import { countTaken } from '#lib/store/platform/bitmap.ts';
import { call, type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import { testTable } from '#lib/testing/functions/table.ts';
import { launched, putInto, recordOf, up } from '#test/support/compute/instances.ts';
import { changeHost, linkOf } from '#test/support/hosts/host-link.ts';
import { standInHost } from '#test/support/hosts/hosts.ts';
import { fenced, removed } from '#test/support/hosts/lost-hosts.ts';

/* A machine whose disk several hosts reach starts on another one. */

const disk_scope = 'rack-4';
const stopped = { ...up, status: 'stopped', ssh_ready: false } as const;
let caller: SignedUp;
let instance: Instance;

beforeEach(async () => {
  await testTable();
  caller = await signedUp();
  await standInHost({ id: 'host-a', address_pool: null, disk_scope });
  instance = await launched(caller);
});

const operator = () => systemContext('acc-operator', civilNow());
const another = (id = 'host-b', room: object = {}) => standInHost({ id, address_pool: null, disk_scope, ...room });
const started = async (id = instance.id) => call(start, { bearer: caller.bearer, params: { id } });
const refusal = async () => {
  const { status, body } = await started();
  return [status, body.error];
};

/** The instances that hold a port of a host, and how much of its memory is taken. */
async function heldBy(id: string) {
  const ids: string[] = [];
  for await (const { instance_id } of instancesOf(id)) ids.push(instance_id);
  const host = await getHost(id);
  return { ids, taken: (host?.ram_mib ?? 0) - (host?.free_ram_mib ?? 0), ports: countTaken(host as never) };
}

const nothing = { ids: [], taken: 0, ports: 0 };

test('after a fence it goes on where there is room, with its port, room, VPC and price', async () => {
  await putInto(instance, up);
  await another();
  await fenced('host-a');
  expect(await recordOf(instance)).toMatchObject({ status: 'error', lost: true });
  expect((await started()).body).toMatchObject({
    status: 'starting',
    public_ip: (await getOffer('host-b'))?.public_ip,
  });
  const record: InstanceRecord = await recordOf(instance);
  expect(record).toMatchObject({ host_id: 'host-b', placed: true, private_ip: instance.private_ip });
  expect(record.lost).toBeUndefined();
  expect(await heldBy('host-a')).toEqual(nothing);
  expect(await heldBy('host-b')).toEqual({ ids: [instance.id], taken: 512, ports: 1 });
  expect((await getVpc(caller.account_id, instance.vpc_id))?.host_id).toBe('host-b');
});

test('the host before is told to let go of it, and the one that has it is not', async () => {
  await putInto(instance, up);
  await another();
  await fenced('host-a');
  await started();
  await resumeHost(operator(), 'host-a');
  const listed = async (host: string) => (await (await linkOf(host)).call('listHostMachines', {})).machines;
  expect(await listed('host-a')).toEqual([{ instance_id: instance.id, want: 'moved' }]);
  expect(await listed('host-b')).toEqual([{ instance_id: instance.id, want: 'kept', is_settled: true }]);
});

test.each(['silent', 'lost'])('a host that is only %s keeps it: its machine may run', async (how) => {
  await putInto(instance, up);
  await another();
  const lost = { at: Date.now(), seen: '2026-11-23T10:00:00Z', settled: true };
  if (how === 'lost') await changeHost('host-a', { lost });
  await putInto(instance, { ...stopped, ...(how === 'lost' && { status: 'error', lost: true }) });
  if (how === 'lost')
    expect(await refusal()).toEqual([
      409,
      `instance ${instance.id} is in disk_scope rack-4, whose host is lost; start waits until it is back, or an operator has fenced it`,
    ]);
  else expect((await started()).body.status).toBe('starting');
  expect((await recordOf(instance)).host_id).toBe('host-a');
});

test('a fence that was taken back is none: its host may serve again any moment', async () => {
  await putInto(instance, up);
  await another();
  await fenced('host-a');
  await resumeHost(operator(), 'host-a');
  expect((await refusal())[0]).toBe(409);
  expect((await recordOf(instance)).host_id).toBe('host-a');
});

test('of a host that drains, what is stopped goes on elsewhere; where nothing else has room it stays', async () => {
  await putInto(instance, stopped);
  await drainHost(operator(), 'host-a');
  expect((await started()).body.status).toBe('starting');
  expect((await recordOf(instance)).host_id).toBe('host-a');
  await putInto(instance, stopped);
  await another();
  expect((await started()).body.status).toBe('starting');
  expect((await recordOf(instance)).host_id).toBe('host-b');
});

test('what is in error on a host that drains starts there: it may run there', async () => {
  await putInto(instance, { ...stopped, status: 'error' });
  await another();
  await drainHost(operator(), 'host-a');
  await started();
  expect((await recordOf(instance)).host_id).toBe('host-a');
});

test('of a removed host it goes on elsewhere', async () => {
  await putInto(instance, up);
  await another();
  await removed('host-a');
  expect((await started()).body.status).toBe('starting');
  expect((await recordOf(instance)).host_id).toBe('host-b');
});

test.each([
  ['of another scope', { disk_scope: 'rack-5' }],
  ['with disks of its own', { disk_scope: undefined }],
  ['without room', { ram_mib: 256 }],
  ['of another driver', { driver: 'container' }],
  ['without its image', { images: ['alpine-3.22'] }],
])('a host %s does not get it', async (_, room) => {
  await putInto(instance, up);
  await another('host-b', room);
  await fenced('host-a');
  expect(await refusal()).toEqual([
    409,
    `no other host of disk_scope rack-4 can run instance ${instance.id} right now`,
  ]);
  expect(await recordOf(instance)).toMatchObject({ host_id: 'host-a', lost: true });
});

test('with a volume it waits, since volumes are their own host', async () => {
  await putInto(instance, { ...up, volume_ids: ['vol-1'] });
  await another();
  await fenced('host-a');
  expect(await refusal()).toEqual([
    409,
    `instance ${instance.id} has volume vol-1 on host host-a; it starts elsewhere without`,
  ]);
});

test('others of its VPC follow it to the same host after a fence, and keep it on one that drains', async () => {
  const other = await launched(caller, { name: 'web-02' });
  await putInto(instance, stopped);
  await putInto(other, stopped);
  await another();
  await drainHost(operator(), 'host-a');
  await started();
  expect((await recordOf(instance)).host_id).toBe('host-a');
  await putInto(instance, stopped);
  await fenced('host-a');
  await started();
  await another('host-c');
  await started(other.id);
  expect([(await recordOf(instance)).host_id, (await recordOf(other)).host_id]).toEqual(['host-b', 'host-b']);
});

test('two starts at the same moment move it once', async () => {
  await putInto(instance, up);
  await another();
  await another('host-c');
  await fenced('host-a');
  const replies = await Promise.all([started(), started()]);
  expect(replies.filter(({ body }) => body.status === 'starting')).toHaveLength(1);
  const held = [...(await heldBy('host-b')).ids, ...(await heldBy('host-c')).ids];
  expect(held).toEqual([instance.id]);
});
