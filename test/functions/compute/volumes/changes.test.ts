import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { handler as terminate } from '#functions/compute/instances/terminate.ts';
import { handler as attach } from '#functions/compute/volumes/attach.ts';
import { handler as list } from '#functions/compute/volumes/list.ts';
import { handler as update } from '#functions/compute/volumes/update.ts';
import type { Handler } from '#lib/edge/route.ts';
import type { Instance } from '#lib/model/compute/instance.ts';
import { type InstanceStatus, statuses } from '#lib/model/compute/instance-states.ts';
import { getVolume, type VolumeRecord } from '#lib/store/compute/volumes.ts';
import { call, type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import { testTable } from '#lib/testing/functions/table.ts';
import { createdVolume, putVolumeInto, used } from '#test/support/compute/disks.ts';
import { launched, putInto, recordOf, up } from '#test/support/compute/instances.ts';
import { standInHost } from '#test/support/hosts/hosts.ts';

let owner: SignedUp;
let instance: Instance;
let volume: VolumeRecord;
beforeAll(async () => {
  await testTable();
  owner = await signedUp();
  await standInHost();
  instance = await launched(owner);
  volume = await retryOnConflict();
});
beforeEach(async () => {
  await putInto(instance, { ...up, task: null, volume_ids: [] });
});

async function retryOnConflict(changes: Partial<VolumeRecord> = {}): Promise<VolumeRecord> {
  const { id } = await createdVolume(owner);
  return putVolumeInto(owner, id, { status: 'available', operation: null, ...changes });
}
const reset = () =>
  putVolumeInto(owner, volume.id, { status: 'available', operation: null, instance_id: null, task: null });
const ask = (handler: Handler, params: Record<string, string>, body?: object) =>
  call(handler, { bearer: owner.bearer, params, ...(body && { body }) });
const attaching = (vol_id = volume.id, instance_id = instance.id) => ask(attach, { vol_id }, { instance_id });

describe('an attachment', () => {
  const ways: Partial<Record<InstanceStatus, true>> = { running: true, stopped: true };
  test.each(statuses)('to an instance in status %s (contract 3.1)', async (status) => {
    await reset();
    await putInto(instance, { status, ttl: Math.floor(Date.now() / 1000) + 3600 });
    const reply = await attaching();
    if (ways[status]) {
      expect(reply).toMatchObject({ status: 200, body: { status: 'attaching', instance_id: instance.id } });
      expect(await recordOf(instance)).toMatchObject({ status, task: 'attaching_volume', volume_ids: [volume.id] });
    } else {
      const what = status === 'error' ? 'in status error' : status;
      expect(reply.body.error).toBe(
        `instance ${instance.id} is ${what}; attach volume requires status running or stopped`,
      );
      expect(reply.status).toBe(409);
    }
  });

  test('waits for the operation that holds the instance, and says which', async () => {
    await reset();
    await putInto(instance, {
      operation: { id: 'op-1', kind: 'create_snapshot', subject: 'snap-1' },
      task: 'snapshotting',
    });
    const reply = await attaching();
    expect([reply.status, reply.headers['x-error-code'], reply.headers['retry-after']]).toEqual([
      409,
      'operation_in_progress',
      '5',
    ]);
    expect(reply.body.error).toBe(
      `instance ${instance.id} has a snapshot in progress (snap-1); attach volume must wait`,
    );
  });

  test('is refused with 403 for a ninth, with 409 for a device where there are none and a volume of another host', async () => {
    await reset();
    await putInto(instance, { volume_ids: Array.from({ length: 8 }, (_, i) => `vol-${i}`) });
    expect(await attaching()).toMatchObject({
      status: 403,
      body: { error: `8 of 8 volumes of instance ${instance.id} used` },
    });
    await putInto(instance, { volume_ids: [] });
    const device = await ask(attach, { vol_id: volume.id }, { instance_id: instance.id, device: '/dev/vdb' });
    expect(device.body.error).toMatch(/does not have the capability block_devices/);
    const far = await retryOnConflict({ host_id: 'host-far' });
    const { host_id: host } = await recordOf(instance);
    expect((await attaching(far.id)).body.error).toBe(
      `volume ${far.id} is in disk_scope host-far, instance ${instance.id} in disk_scope ${host}; a volume attaches within its disk_scope`,
    );
  });

  test('of one volume to two instances at once: one has it, the other is told who', async () => {
    await reset();
    const other = await launched(owner);
    await putInto(other, up);
    const replies = await Promise.all([attaching(volume.id, instance.id), attaching(volume.id, other.id)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    const record = await getVolume(owner.account_id, volume.id);
    expect([instance.id, other.id]).toContain(record?.instance_id);
    const refused = replies.find(({ status }) => status === 409);
    expect(refused?.body.error).toContain(`volume ${volume.id} is attaching (${record?.instance_id})`);
    const having = await Promise.all([instance, other].map(async (one) => (await recordOf(one)).volume_ids));
    expect(having.flat()).toEqual([volume.id]);
  });

  test('and a termination at once: the instance goes, and has the volume or has it not', async () => {
    await reset();
    const [attached, gone] = await Promise.all([attaching(), ask(terminate, { id: instance.id })]);
    expect(gone.status).toBe(200);
    const record = await recordOf(instance);
    expect(record.status).toBe('terminating');
    expect(record.volume_ids).toEqual(attached.status === 200 ? [volume.id] : []);
  });
});

describe('an update', () => {
  test('renames and tags; the list by name follows; 409 for a name that is taken', async () => {
    const one = await retryOnConflict();
    const name = `a-${one.name}`;
    const reply = await ask(update, { vol_id: one.id }, { name, tags: { a: 'b' }, delete_on_termination: true });
    expect(reply).toMatchObject({
      status: 200,
      body: { name, mount_path: `/mnt/${name}`, tags: { a: 'b' }, delete_on_termination: true },
    });
    const byName = await call(list, { bearer: owner.bearer, query: { sort: 'name', limit: '1' } });
    expect(byName.body.volumes[0].id).toBe(one.id);
    const clash = await ask(update, { vol_id: one.id }, { name: volume.name });
    expect([clash.status, clash.headers['x-error-code']]).toEqual([409, 'already_exists']);
  });

  test('does not rename what is mounted under its name, nor shrink', async () => {
    const one = await retryOnConflict({ status: 'in-use', instance_id: 'i-x' });
    expect(await ask(update, { vol_id: one.id }, { name: 'other' })).toMatchObject({
      status: 409,
      body: {
        error: `name: volume ${one.id} is attached to i-x at ${one.mount_path}; detach it before renaming it`,
      },
    });
    const two = await retryOnConflict({ size_gib: 5 });
    expect(await ask(update, { vol_id: two.id }, { size_gib: 4 })).toMatchObject({
      status: 400,
      body: { error: `size_gib: 4 is less than the 5 of volume ${two.id} (a volume only grows)` },
    });
  });

  test('grows one size at a time, and takes the quota once', async () => {
    const one = await retryOnConflict();
    const before = (await used(owner.account_id)).volume_gib ?? 0;
    const replies = await Promise.all([3, 4].map((size_gib) => ask(update, { vol_id: one.id }, { size_gib })));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    const won = replies[0]?.status === 200 ? 3 : 4;
    expect((await used(owner.account_id)).volume_gib).toBe(before + won - 1);
    expect(replies.find(({ status }) => status === 409)?.body.error).toBe(
      `volume ${one.id} is resizing; resize must wait`,
    );
  });

  test('is refused while it is being deleted', async () => {
    const one = await retryOnConflict({ status: 'deleting' });
    const reply = await ask(update, { vol_id: one.id }, { tags: {} });
    expect([reply.status, reply.headers['retry-after']]).toEqual([409, '5']);
  });
});
