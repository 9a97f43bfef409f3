import { afterAll, beforeAll, expect, test } from 'vitest';
import { handler as attach } from '#functions/compute/volumes/attach.ts';
import { fenceHost } from '#lib/domain/compute/hosts/fence.ts';
import { settleLoss } from '#lib/domain/compute/hosts/loss.ts';
import { resumeHost } from '#lib/domain/compute/hosts/resume.ts';
import { welcomeBack } from '#lib/domain/compute/hosts/return.ts';
import { systemContext } from '#lib/domain/platform/operations/system-context.ts';
import { civilNow } from '#lib/drivers/clocks/civil.ts';
import { getSnapshot } from '#lib/store/compute/snapshots.ts';
import { getVolume } from '#lib/store/compute/volumes.ts';
import { createdSnapshot } from '#test/support/compute/disks.ts';
import { launched, recordOf } from '#test/support/compute/instances.ts';
import { faultsIn } from '#test/support/crash/books.ts';
import { openScriptedDiskPlatform, type ScriptedDiskPlatform } from '#test/support/hosts/scripted-disk-platform.ts';
import { forever } from '#test/support/hosts/scripted-driver.ts';
import { state } from '#test/support/table/state.ts';

/* A fence while a launch, a snapshot and an attachment are under way: nothing is lost, and nothing is held twice. */

let stage: ScriptedDiskPlatform;
beforeAll(async () => {
  stage = await openScriptedDiskPlatform();
});
afterAll(() => stage.close());

const operator = () => systemContext('acc-operator', civilNow());
const called = (kind: string, id: string) =>
  expect.poll(() => stage.driver.calls.some((line) => line.startsWith(kind) && line.includes(id))).toBe(true);

test('what is under way fails, all is settled, and comes back without a fault in the books', async () => {
  const account = stage.caller.account_id;
  const idle = await stage.settledIn('running');
  const copied = await stage.settledIn('running');
  const getting = await stage.settledIn('running');
  const volume = await stage.volume();
  stage.driver.next('create', forever);
  stage.driver.next('createSnapshot' as never, forever);
  stage.driver.next('attachVolume' as never, forever);
  const launching = await launched(stage.caller);
  await called('create', launching.id);
  const snapshot = await createdSnapshot(stage.caller, copied.id);
  await called('', snapshot.id);
  await stage.ask(attach, { vol_id: volume.id }, { instance_id: getting.id });
  await called('', volume.id);

  await fenceHost(operator(), stage.hostId);
  await expect.poll(() => settleLoss(stage.hostId), { timeout: 30_000 }).toBe(true);
  await stage.stopAgent();
  // What the host would have to remove is done when it is back.
  const left = async () =>
    faultsIn(await state()).filter((fault) => !/#(destroy|delete_snapshot) is left$/.test(fault));

  expect(await stage.settled(launching.id)).toMatchObject({ status: 'error', placed: false, hold: null });
  for (const one of [idle, copied, getting])
    expect(await recordOf(one)).toMatchObject({ status: 'error', status_reason: 'host lost', operation: null });
  expect(await getSnapshot(account, snapshot.id)).toMatchObject({ status: 'error', operation: null });
  expect(await getVolume(account, volume.id)).toMatchObject({ status: 'error', operation: null });
  expect(await left()).toEqual([]);

  await resumeHost(operator(), stage.hostId);
  await welcomeBack(stage.hostId);
  for (const one of [idle, copied, getting]) expect(await recordOf(one)).toMatchObject({ status: 'stopped' });
  expect(await getVolume(account, volume.id)).toMatchObject({ status: 'available', instance_id: null });
  await stage.startAgent();
  await expect.poll(async () => faultsIn(await state()), { timeout: 10_000 }).toEqual([]);
  expect(stage.driver.machines.has(launching.id)).toBe(false);
});
