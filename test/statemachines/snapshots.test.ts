import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { handler as deleteOf } from '#functions/compute/instance-snapshots/delete.ts';
import { handler as restore } from '#functions/compute/instance-snapshots/restore.ts';
import { handler as start } from '#functions/compute/instances/start.ts';
import { workflowStatus } from '#lib/drivers/workflows/start.ts';
import { getSnapshot } from '#lib/store/compute/snapshots.ts';
import { createdSnapshot, settledSnapshot } from '#test/support/compute/disks.ts';
import { launched } from '#test/support/compute/instances.ts';
import { openScriptedDiskPlatform, type ScriptedDiskPlatform } from '#test/support/hosts/scripted-disk-platform.ts';
import { failing } from '#test/support/hosts/scripted-driver.ts';
import { eventually } from '#test/support/vitest/eventually.ts';

let stage: ScriptedDiskPlatform;
beforeAll(async () => {
  stage = await openScriptedDiskPlatform();
});
afterAll(() => stage.close());

describe('a snapshot', () => {
  test.each([
    ['running', 'crash'],
    ['stopped', 'offline'],
  ] as const)(
    'of a %s instance is consistent as after a %s end; restored, it is as it was',
    async (status, consistency) => {
      const instance = await stage.settledIn(status);
      const asked = await createdSnapshot(stage.caller, instance.id, { name: 'before' });
      expect(asked).toMatchObject({
        status: 'creating',
        consistency,
        progress_percent: 0,
        size_gib: 10,
        trigger: 'manual',
      });
      expect(await settledSnapshot(stage.caller, asked.id)).toMatchObject({
        status: 'available',
        progress_percent: 100,
        size_bytes: 4096,
        consistency,
        image_id: 'ubuntu-24.04',
      });
      expect(await stage.settled(instance.id)).toMatchObject({ status, task: null });
      const reply = await stage.ask(restore, { id: instance.id, snap_id: asked.id });
      expect(reply).toMatchObject({ status: 200, body: { id: instance.id, status: 'restoring', ssh_ready: false } });
      expect(await stage.settled(instance.id)).toMatchObject({
        status,
        ssh_ready: status === 'running',
        has_disk: true,
      });
      expect((await settledSnapshot(stage.caller, asked.id)).status).toBe('available');
      expect((await stage.events(instance.id)).slice(-4).map(({ type, from, to }) => [type, from, to])).toEqual([
        ['create_snapshot', status, status],
        ['create_snapshot', status, status],
        ['restore_snapshot', status, 'restoring'],
        ['restore_snapshot', 'restoring', status],
      ]);
    },
  );

  test('restores a running instance switched off where asked, and the other way round', async () => {
    const instance = await stage.settledIn('running');
    const { id } = await stage.snapshotOf(instance.id);
    for (const up of [false, true]) {
      await stage.settled(instance.id);
      await stage.ask(restore, { id: instance.id, snap_id: id }, { start: up });
      expect((await stage.settled(instance.id)).status).toBe(up ? 'running' : 'stopped');
    }
  });

  test('that cannot be restored leaves the instance in error on its old disk, from which it starts', async () => {
    const instance = await stage.settledIn('running');
    const { id } = await stage.snapshotOf(instance.id);
    await stage.settled(instance.id);
    stage.driver.next('restoreSnapshot', failing('INVALID', 'a block is unreadable'));
    await stage.ask(restore, { id: instance.id, snap_id: id });
    expect(await stage.settled(instance.id)).toMatchObject({
      status: 'error',
      status_reason: 'restore snapshot failed: a block is unreadable',
      has_disk: true,
    });
    expect((await settledSnapshot(stage.caller, id)).status).toBe('available');
    await stage.ask(start, { id: instance.id });
    expect((await stage.settled(instance.id)).status).toBe('running');
  });

  test('that cannot be taken is in error, what there was is removed, and the instance goes on', async () => {
    const instance = await stage.settledIn('running');
    stage.driver.next('createSnapshot', failing('INVALID', 'the disk is full'));
    const { id } = await createdSnapshot(stage.caller, instance.id);
    expect(await settledSnapshot(stage.caller, id)).toMatchObject({
      status: 'error',
      status_reason: 'create snapshot failed: the disk is full',
    });
    expect(await stage.settled(instance.id)).toMatchObject({ status: 'running', task: null, status_reason: null });
    expect(stage.callsFor(id)).toEqual([`createSnapshot · ${instance.id}`, 'deleteSnapshot ·']);
  });

  test('is launched from: a new machine on a copy of its disk, of the image that it had', async () => {
    const instance = await stage.settledIn('running');
    const { id } = await stage.snapshotOf(instance.id);
    const copy = await launched(stage.caller, { image_id: id });
    expect(copy.image_id).toBe(id);
    expect((await stage.settled(copy.id)).status).toBe('running');
    expect(stage.driver.specs.get(copy.id)).toMatchObject({ image_id: 'ubuntu-24.04', source_snapshot_id: id });
    expect(stage.driver.specs.get(instance.id)?.source_snapshot_id).toBeNull();
  });

  test('is deleted by the path of its instance, and by no other, with its bytes', async () => {
    const instance = await stage.settledIn('running');
    const other = await stage.settledIn('running');
    const { id, account_id } = await stage.snapshotOf(instance.id);
    expect((await stage.ask(deleteOf, { id: other.id, snap_id: id })).status).toBe(404);
    const reply = await stage.ask(deleteOf, { id: instance.id, snap_id: id });
    expect([reply.status, reply.body]).toEqual([200, { id, status: 'deleting' }]);
    await eventually(async () => !(await getSnapshot(account_id, id)));
    expect(stage.callsFor(id)).toEqual([`createSnapshot · ${instance.id}`, 'deleteSnapshot ·']);
    const work = stage.workflows.calls.findLast(({ name }) => name === 'diskWork');
    expect(work?.payload).toMatchObject({ instance_id: id, options: { kind: 'delete_snapshot' } });
    await expect.poll(() => workflowStatus('disk', String(work?.payload.operation))).toBe('SUCCEEDED');
  });
});
