import { afterAll, beforeAll, expect, test } from 'vitest';
import { handler as restore } from '#functions/compute/instance-snapshots/restore.ts';
import { handler as terminate } from '#functions/compute/instances/terminate.ts';
import { handler as show } from '#functions/compute/snapshots/show.ts';
import { createdSnapshot, settledSnapshot } from '#test/support/compute/disks.ts';
import { openScriptedDiskPlatform, type ScriptedDiskPlatform } from '#test/support/hosts/scripted-disk-platform.ts';
import { failing, forever } from '#test/support/hosts/scripted-driver.ts';
import { eventually } from '#test/support/vitest/eventually.ts';

let stage: ScriptedDiskPlatform;
beforeAll(async () => {
  stage = await openScriptedDiskPlatform();
});
afterAll(() => stage.close());

const percentOf = async (id: string): Promise<number> => (await stage.ask(show, { id })).body.progress_percent;
const reaches = (id: string, percent: number) => eventually(async () => (await percentOf(id)) === percent);

test('a slow copy says how far it has come, and never goes back', async () => {
  const { id: instance } = await stage.settledIn('running');
  const told: ((percent: number) => void)[] = [];
  const copied = Promise.withResolvers<void>();
  stage.driver.next('createSnapshot', async (_signal, _spec, onProgress) => {
    if (onProgress) told.push(onProgress);
    await copied.promise;
  });
  const { id } = await createdSnapshot(stage.caller, instance);
  await expect.poll(() => told).toHaveLength(1);
  for (const [percent, shown] of [
    [12.7, 12],
    [140, 99],
  ] as const) {
    told[0]?.(percent);
    await reaches(id, shown);
  }
  told[0]?.(40);
  copied.resolve();
  expect(await settledSnapshot(stage.caller, id)).toMatchObject({ status: 'available', progress_percent: 100 });
});

test('a restore begins at nothing; the snapshot is whole again however it ends', async () => {
  const { id: instance } = await stage.settledIn('running');
  const { id } = await stage.snapshotOf(instance);
  const copied = Promise.withResolvers<void>();
  stage.driver.next('restoreSnapshot', async (_signal, _spec, onProgress) => {
    await reaches(id, 0);
    onProgress?.(55);
    await copied.promise;
  });
  await stage.ask(restore, { id: instance, snap_id: id });
  await reaches(id, 55);
  copied.resolve();
  expect(await settledSnapshot(stage.caller, id)).toMatchObject({ status: 'available', progress_percent: 100 });
  stage.driver.next('restoreSnapshot', failing('INVALID', 'a block is unreadable'));
  await stage.ask(restore, { id: instance, snap_id: id });
  expect(await settledSnapshot(stage.caller, id)).toMatchObject({ status: 'available', progress_percent: 100 });
});

test('a restore that a termination breaks off leaves the snapshot whole', async () => {
  const { id: instance } = await stage.settledIn('running');
  const { id } = await stage.snapshotOf(instance);
  stage.driver.next('restoreSnapshot', forever);
  await stage.ask(restore, { id: instance, snap_id: id });
  await reaches(id, 0);
  await stage.ask(terminate, { id: instance });
  expect(await settledSnapshot(stage.caller, id)).toMatchObject({ status: 'available', progress_percent: 100 });
  await stage.settled(instance);
});
