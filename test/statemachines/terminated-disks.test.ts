import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { handler as restore } from '#functions/compute/instance-snapshots/restore.ts';
import { handler as terminate } from '#functions/compute/instances/terminate.ts';
import { handler as deleteSnapshot } from '#functions/compute/snapshots/delete.ts';
import { handler as attach } from '#functions/compute/volumes/attach.ts';
import { handler as detach } from '#functions/compute/volumes/detach.ts';
import { handler as update } from '#functions/compute/volumes/update.ts';
import { getSnapshot } from '#lib/store/compute/snapshots.ts';
import { getVolume } from '#lib/store/compute/volumes.ts';
import { call } from '#lib/testing/functions/call.ts';
import { createdSnapshot, settledSnapshot, settledVolume, used } from '#test/support/compute/disks.ts';
import { openScriptedDiskPlatform, type ScriptedDiskPlatform } from '#test/support/hosts/scripted-disk-platform.ts';
import { forever } from '#test/support/hosts/scripted-driver.ts';
import { eventually } from '#test/support/vitest/eventually.ts';

let stage: ScriptedDiskPlatform;
beforeAll(async () => {
  stage = await openScriptedDiskPlatform();
});
afterAll(() => stage.close());

describe('terminate', () => {
  test('detaches and keeps volumes, deletes those that say so, and keeps snapshots', async () => {
    const { id, instance } = await stage.attached();
    const goes = await stage.volume();
    await stage.ask(update, { vol_id: goes.id }, { delete_on_termination: true });
    await stage.ask(attach, { vol_id: goes.id }, { instance_id: instance.id });
    await settledVolume(stage.caller, goes.id);
    const snapshot = await stage.snapshotOf(instance.id);
    await stage.settled(instance.id);
    await stage.ask(terminate, { id: instance.id });
    expect(await stage.settled(instance.id)).toMatchObject({ status: 'terminated', volume_ids: [] });
    expect(await settledVolume(stage.caller, id)).toMatchObject({
      status: 'available',
      instance_id: null,
      device: null,
    });
    await eventually(async () => !(await getVolume(stage.caller.account_id, goes.id)));
    expect((await settledSnapshot(stage.caller, snapshot.id)).status).toBe('available');
    expect(stage.driver.volumes.has(goes.id)).toBe(false);
  });

  test('with delete_volumes and delete_snapshots leaves neither', async () => {
    const before = await used(stage.caller.account_id);
    const { id, instance } = await stage.attached();
    const snapshot = await stage.snapshotOf(instance.id);
    await call(terminate, {
      bearer: stage.caller.bearer,
      params: { id: instance.id },
      query: { delete_volumes: 'true', delete_snapshots: 'true' },
    });
    await eventually(async () => !(await getVolume(stage.caller.account_id, id)));
    await eventually(async () => !(await getSnapshot(stage.caller.account_id, snapshot.id)));
    await stage.settled(instance.id);
    expect(await used(stage.caller.account_id)).toEqual(before);
    expect(await stage.loose()).toEqual([]);
  });

  test.each(['attachVolume', 'detachVolume'] as const)('in the middle of %s: the volume is available', async (kind) => {
    const { id, instance } =
      kind === 'detachVolume'
        ? await stage.attached()
        : { id: (await stage.volume()).id, instance: await stage.settledIn('running') };
    stage.driver.next(kind, forever);
    const asking = stage.ask(
      kind === 'detachVolume' ? detach : attach,
      { vol_id: id },
      kind === 'detachVolume' ? {} : { instance_id: instance.id },
    );
    await eventually(() => stage.callsFor(id).some((line) => line.startsWith(kind)));
    await stage.ask(terminate, { id: instance.id });
    expect((await stage.settled(instance.id)).status).toBe('terminated');
    expect(await settledVolume(stage.caller, id)).toMatchObject({ status: 'available', instance_id: null });
    await asking;
    expect(await stage.loose()).toEqual([]);
  });

  test('in the middle of a snapshot leaves it in error, to be deleted; of a restore leaves it available', async () => {
    const instance = await stage.settledIn('running');
    const whole = await stage.snapshotOf(instance.id);
    stage.driver.next('createSnapshot', forever);
    await stage.settled(instance.id);
    const half = await createdSnapshot(stage.caller, instance.id);
    await expect.poll(() => stage.callsFor(half.id).length).toBeGreaterThan(0);
    await stage.ask(terminate, { id: instance.id });
    await stage.settled(instance.id);
    expect(await settledSnapshot(stage.caller, half.id)).toMatchObject({
      status: 'error',
      status_reason: 'its instance was terminated before it was complete',
    });
    await stage.ask(deleteSnapshot, { id: half.id });
    await eventually(async () => !(await getSnapshot(stage.caller.account_id, half.id)));
    expect((await settledSnapshot(stage.caller, whole.id)).status).toBe('available');

    const other = await stage.settledIn('running');
    const taken = await stage.snapshotOf(other.id);
    await stage.settled(other.id);
    stage.driver.next('restoreSnapshot', forever);
    await stage.ask(restore, { id: other.id, snap_id: taken.id });
    await eventually(() => stage.callsFor(taken.id).some((line) => line.startsWith('restore')));
    await stage.ask(terminate, { id: other.id });
    expect((await stage.settled(other.id)).status).toBe('terminated');
    expect((await settledSnapshot(stage.caller, taken.id)).status).toBe('available');
  });
});
