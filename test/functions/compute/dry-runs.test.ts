import { describe, expect, test } from 'vitest';
import { handler as deleteAsg } from '#functions/compute/asg/delete.ts';
import { handler as updateAsg } from '#functions/compute/asg/update.ts';
import { handler as allocate } from '#functions/compute/elastic-ips/allocate.ts';
import { handler as attachIp } from '#functions/compute/elastic-ips/attach.ts';
import { handler as createSnapshot } from '#functions/compute/instance-snapshots/create.ts';
import { handler as start } from '#functions/compute/instances/start.ts';
import { handler as terminate } from '#functions/compute/instances/terminate.ts';
import { handler as createBalancer } from '#functions/compute/load-balancers/create.ts';
import { handler as deleteBalancer } from '#functions/compute/load-balancers/delete.ts';
import { handler as deleteVolume } from '#functions/compute/volumes/delete.ts';
import { handler as updateVolume } from '#functions/compute/volumes/update.ts';
import { handler as deleteVpc } from '#functions/compute/vpcs/delete.ts';
import type { Handler } from '#lib/edge/route.ts';
import type { Call } from '#lib/testing/functions/event.ts';
import { asgOf, newAsg, settled } from '#test/support/compute/asgs.ts';
import { createdSnapshot, createdVolume, putSnapshotInto, putVolumeInto } from '#test/support/compute/disks.ts';
import { putInto, up } from '#test/support/compute/instances.ts';
import { state } from '#test/support/table/state.ts';
import { instance, me, mine, useInstance } from './owner.ts';

useInstance();

/** The verdict of a dry run, which has changed nothing. */
async function verdictOf(handler: Handler, request: Call) {
  const before = await state();
  const { status, body } = await mine(handler, { ...request, query: { ...request.query, dry_run: 'true' } });
  expect(await state()).toEqual(before);
  expect([status, body.dry_run]).toEqual([200, true]);
  return body;
}
const prices = (hour: number, month: number) => ({
  price_delta_paise_per_hour: hour,
  price_delta_paise_per_month: month,
});
const balancer = (changes: object = {}) =>
  mine(createBalancer, { body: { name: 'front', listeners: [{ protocol: 'http', port: 8080 }], ...changes } });

describe('a termination tells', () => {
  test('what becomes of all that hangs on the instance, and what it saves', async () => {
    const { id } = instance;
    const { id: eip } = (await mine(allocate, {})).body;
    await mine(attachIp, { params: { id: eip }, body: { instance_id: id } });
    const lb = (await balancer({ backends: [{ instance_id: id }] })).body.id;
    const free = { operation: null, status: 'in-use', instance_id: id } as const;
    const { id: kept } = await createdVolume(me);
    await putVolumeInto(me, kept, free);
    const { id: gone } = await createdVolume(me, { size_gib: 10 });
    await putVolumeInto(me, gone, { ...free, delete_on_termination: true });
    const { id: snapshot } = await createdSnapshot(me, id);
    await putSnapshotInto(me, snapshot, { status: 'available', operation: null });
    await putInto(instance, { volume_ids: [kept, gone], operation: null, task: null });
    const plain = await verdictOf(terminate, { params: { id } });
    expect(plain).toEqual({
      dry_run: true,
      would: `terminate ${id}`,
      ...prices(-41 - 8, -29_900 - 6000),
      cascade: [
        { type: 'volume', id: kept, effect: 'detached' },
        { type: 'volume', id: gone, effect: 'deleted' },
        { type: 'elastic_ip', id: eip, effect: 'detached' },
        { type: 'load_balancer', id: lb, effect: 'backend removed' },
      ],
    });
    const query = { delete_volumes: 'true', delete_snapshots: 'true' };
    const whole = await verdictOf(terminate, { params: { id }, query });
    expect(whole).toMatchObject(prices(-41 - 8 - 1 - 4, -29_900 - 6000 - 600 - 3000));
    expect(whole.cascade).toContainEqual({ type: 'volume', id: kept, effect: 'deleted' });
    expect(whole.cascade).toContainEqual({ type: 'snapshot', id: snapshot, effect: 'deleted' });
  });

  test('of a stopped instance only the price of its disk, which a start adds to', async () => {
    await putInto(instance, { ...up, status: 'stopped' });
    const params = { id: instance.id };
    expect(await verdictOf(terminate, { params })).toMatchObject(prices(-8, -6000));
    expect(await verdictOf(start, { params })).toMatchObject(prices(33, 23_900));
  });

  test('nothing where it is under way', async () => {
    await mine(terminate, { params: { id: instance.id } });
    expect(await verdictOf(terminate, { params: { id: instance.id } })).toEqual({
      dry_run: true,
      would: `nothing: instance ${instance.id} is terminating`,
      ...prices(0, 0),
      cascade: [],
    });
  });
});

test("a group's deletion tells of its members, and its change of size what it costs", async () => {
  const group = await newAsg(me, { desired_capacity: 2 });
  await settled(group);
  const params = { id: group.id };
  const members = (await asgOf(group)).members.map(({ instance_id }) => instance_id);
  expect(await verdictOf(deleteAsg, { params })).toEqual({
    dry_run: true,
    would: `delete group ${group.id}`,
    ...prices(-82, -59_800),
    cascade: members.map((id) => ({ type: 'instance', id, effect: 'terminated' })),
  });
  expect(await verdictOf(deleteAsg, { params, query: { keep_instances: 'true' } })).toMatchObject({
    ...prices(0, 0),
    cascade: members.map((id) => ({ type: 'instance', id, effect: 'kept as an ordinary instance' })),
  });
  expect(await verdictOf(updateAsg, { params, body: { desired_capacity: 4 } })).toMatchObject({
    would: `update group ${group.id} from 2 to 4 members`,
    ...prices(82, 59_800),
  });
  expect(await verdictOf(updateAsg, { params, body: { desired_capacity: 2 } })).toMatchObject({
    would: `nothing: group ${group.id} already has these settings`,
  });
});

test('volumes, snapshots and load balancers have the prices of the catalog', async () => {
  const { id } = await createdVolume(me, { size_gib: 10 });
  await putVolumeInto(me, id, { status: 'available', operation: null });
  const params = { vol_id: id };
  expect(await verdictOf(updateVolume, { params, body: { size_gib: 30 } })).toMatchObject({
    would: `grow volume ${id} from 10 to 30 GiB`,
    ...prices(17, 12_000),
  });
  expect(await verdictOf(updateVolume, { params, body: { name: 'other' } })).toMatchObject(prices(0, 0));
  expect(await verdictOf(deleteVolume, { params })).toMatchObject({
    would: `delete volume ${id} of 10 GiB`,
    ...prices(-8, -6000),
  });
  const named = { params: { id: instance.id }, body: { name: 'before' } };
  expect(await verdictOf(createSnapshot, named)).toMatchObject({
    would: 'create snapshot before of 10 GiB',
    ...prices(4, 3000),
  });
  const lb = (await balancer({ backends: [{ instance_id: instance.id }] })).body.id;
  expect(await verdictOf(deleteBalancer, { params: { id: lb } })).toMatchObject({
    ...prices(-123, -89_900),
    cascade: [{ type: 'instance', id: instance.id, effect: 'removed as backend' }],
  });
});

test('a deletion is refused as the real one is', async () => {
  const request = { params: { id: instance.vpc_id } };
  const dry = await mine(deleteVpc, { ...request, query: { dry_run: 'true' } });
  expect(dry).toMatchObject({ status: 409, body: (await mine(deleteVpc, request)).body });
});
