import { afterAll, beforeAll, expect, test } from 'vitest';
import { handler as restore } from '#functions/compute/instance-snapshots/restore.ts';
import { handler as reboot } from '#functions/compute/instances/reboot.ts';
import { handler as start } from '#functions/compute/instances/start.ts';
import { handler as stop } from '#functions/compute/instances/stop.ts';
import { handler as terminate } from '#functions/compute/instances/terminate.ts';
import { handler as attach } from '#functions/compute/volumes/attach.ts';
import { handler as detach } from '#functions/compute/volumes/detach.ts';
import { handler as grow } from '#functions/compute/volumes/update.ts';
import { handler as check } from '#functions/scheduled/host-health.ts';
import { removeHost } from '#lib/domain/compute/hosts/remove.ts';
import { getHost } from '#lib/store/compute/hosts.ts';
import type { InstanceRecord } from '#lib/store/compute/instances.ts';
import { getSnapshot } from '#lib/store/compute/snapshots.ts';
import { getVolume } from '#lib/store/compute/volumes.ts';
import { keys } from '#lib/store/keys.ts';
import { createdSnapshot, createdVolume } from '#test/support/compute/disks.ts';
import { launched, recordOf } from '#test/support/compute/instances.ts';
import { faultsIn } from '#test/support/crash/books.ts';
import { operator } from '#test/support/hosts/lost-hosts.ts';
import { openScriptedDiskPlatform, type ScriptedDiskPlatform } from '#test/support/hosts/scripted-disk-platform.ts';
import { forever } from '#test/support/hosts/scripted-driver.ts';
import { partition, state } from '#test/support/table/state.ts';

/* A removal by force while operations of every kind are under way: each fails, nothing is held or paid any more. */

let stage: ScriptedDiskPlatform;
beforeAll(async () => {
  stage = await openScriptedDiskPlatform();
});
afterAll(() => stage.close());

/** A removal of a machine is not aborted with its agent. */
const destroyed = Promise.withResolvers<void>();

type Call = Parameters<ScriptedDiskPlatform['driver']['next']>[0];

/** An operation that its host never ends: the instance and the disk that it holds. */
interface Begun {
  instance?: InstanceRecord;
  disk?: string;
}

/** Has the next call of the driver hang, and waits until the host has made it. */
async function hanging(kind: Call, id: string, ask: () => Promise<unknown>): Promise<void> {
  stage.driver.next(kind, kind === 'destroy' ? () => destroyed.promise : forever);
  await ask();
  await called(id, kind);
}

const called = (id: string, kind = '') =>
  expect.poll(() => stage.driver.calls.some((line) => line.startsWith(kind) && line.includes(id))).toBe(true);

const running = () => stage.settledIn('running');

async function acting(kind: Call, handler: typeof stop, status: 'running' | 'stopped' = 'running'): Promise<Begun> {
  const instance = await stage.settledIn(status);
  await hanging(kind, instance.id, () => stage.ask(handler, { id: instance.id }, handler === stop ? {} : undefined));
  return { instance };
}

async function copying(): Promise<Begun> {
  const instance = await running();
  stage.driver.next('createSnapshot', forever);
  const { id: disk } = await createdSnapshot(stage.caller, instance.id);
  await called(disk);
  return { instance, disk };
}

async function restoring(): Promise<Begun> {
  const instance = await running();
  const { id: disk } = await stage.snapshotOf(instance.id);
  await hanging('restoreSnapshot', disk, () => stage.ask(restore, { id: instance.id, snap_id: disk }, {}));
  return { instance, disk };
}

async function attaching(): Promise<Begun> {
  const [{ id: disk }, instance] = await Promise.all([stage.volume(), running()]);
  await hanging('attachVolume', disk, () => stage.ask(attach, { vol_id: disk }, { instance_id: instance.id }));
  return { instance, disk };
}

async function detaching(): Promise<Begun> {
  const { id: disk, instance } = await stage.attached();
  await hanging('detachVolume', disk, () => stage.ask(detach, { vol_id: disk }, {}));
  return { instance, disk };
}

async function growing(): Promise<Begun> {
  const { id: disk } = await stage.volume();
  await hanging('growVolume', disk, () => stage.ask(grow, { vol_id: disk }, { size_gib: 2 }));
  return { disk };
}

/** What a resource costs a month by its last mark, and since when; undefined for one that never cost anything. */
async function lastMark(id: string): Promise<{ price: number; at: number } | undefined> {
  const marks = (await partition(keys.wallet(stage.caller.account_id).pk))
    .filter(({ sk }) => sk.startsWith(`METER#${id}#`))
    .sort((a, b) => a.seq - b.seq);
  const last = marks.at(-1);
  return last && { price: last.price_paise, at: last.at };
}

/** The instance, and the disk of an operation, are in error, held by nothing, and cost nothing since `seen`. */
async function areGone({ instance, disk }: Begun, seen: number): Promise<void> {
  const account = stage.caller.account_id;
  if (instance) {
    const lost = { status: 'error', status_reason: 'host lost', operation: null, lost: true, task: null };
    expect(await recordOf(instance)).toMatchObject(lost);
    expect(await lastMark(instance.id)).toEqual({ price: 0, at: seen });
  }
  if (!disk) return;
  const kept = (await getVolume(account, disk)) ?? (await getSnapshot(account, disk));
  expect(kept).toMatchObject({ status: 'error', operation: null });
  expect((await lastMark(disk)) ?? { price: 0, at: seen }).toEqual({ price: 0, at: seen });
}

test('whatever is under way fails and is lost with its host, by the next looks at the hosts', async () => {
  const begun = [
    await acting('stop', stop),
    await acting('reboot', reboot),
    await acting('start', start, 'stopped'),
    await copying(),
    await restoring(),
    await attaching(),
    await detaching(),
    await growing(),
  ];
  stage.driver.next('createVolume', forever);
  const { id: newest } = await createdVolume(stage.caller);
  const ending = await acting('destroy', terminate);
  stage.driver.next('create', forever);
  const launching = await launched(stage.caller);
  await Promise.all([called(newest), called(launching.id)]);

  await removeHost(operator(), stage.hostId, { force: true });
  destroyed.resolve();
  await stage.stopAgent();
  const seen = Math.floor(Date.parse((await getHost(stage.hostId))?.lost?.seen ?? '') / 1000);
  const isSettled = async () => {
    await check();
    return (await getHost(stage.hostId))?.lost?.settled;
  };
  await expect.poll(isSettled, { timeout: 60_000, interval: 500 }).toBe(true);

  for (const one of [...begun, { disk: newest }]) await areGone(one, seen);
  expect(await stage.settled(launching.id)).toMatchObject({ status: 'error', placed: false, hold: null });
  expect(await recordOf(ending.instance as InstanceRecord)).toMatchObject({ status: 'terminated', placed: false });
  // What a host removes once it is back, which this one never is.
  const removals = /#(destroy|delete_snapshot|delete_volume) is left$/;
  expect(faultsIn(await state()).filter((fault) => !removals.test(fault))).toEqual([]);
});
