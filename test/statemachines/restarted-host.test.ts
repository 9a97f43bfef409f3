import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { handler as restore } from '#functions/compute/instance-snapshots/restore.ts';
import { handler as attach } from '#functions/compute/volumes/attach.ts';
import { handler as detach } from '#functions/compute/volumes/detach.ts';
import { describeMachine } from '#lib/domain/compute/jobs/describe.ts';
import { settledVolume } from '#test/support/compute/disks.ts';
import { openScriptedDiskPlatform, type ScriptedDiskPlatform } from '#test/support/hosts/scripted-disk-platform.ts';
import { failing } from '#test/support/hosts/scripted-driver.ts';
import { eventually } from '#test/support/vitest/eventually.ts';

let stage: ScriptedDiskPlatform;
beforeAll(async () => {
  stage = await openScriptedDiskPlatform();
});
afterAll(() => stage.close());

/**
 * A task fails at first and is tried again. Between the tries the agent starts again, and its machines are down.
 */
async function restartBefore(task: string, instance: string, ask: () => Promise<unknown>): Promise<void> {
  const failure = Promise.withResolvers<Error>();
  stage.workflows.breakNext(task, failure.promise);
  const calls = stage.workflows.calls.length;
  await ask();
  await eventually(() => stage.workflows.calls.slice(calls).some(({ name }) => name === task));
  await stage.stopAgent();
  stage.driver.machines.set(instance, 'stopped');
  await stage.startAgent();
  failure.resolve(new Error('a bad moment'));
}

const volumesAtBoot = async (instance: string) =>
  (await describeMachine(stage.caller.account_id, instance))?.volumes.map(({ id }) => id);

describe('an agent that starts anew after its answer and before the table says so', () => {
  test('restore: the machine that went down with it gets the disk and is booted again', async () => {
    const { id } = await stage.settledIn('running');
    const snapshot = await stage.snapshotOf(id);
    await restartBefore('diskSettle', id, () => stage.ask(restore, { id, snap_id: snapshot.id }));
    expect((await stage.settled(id)).status).toBe('running');
    expect(stage.driver.machines.get(id)).toBe('running');
    expect(stage.callsFor(snapshot.id).filter((call) => call.startsWith('restoreSnapshot'))).toHaveLength(2);
  });

  test('restore that ends switched off: there is nothing to do again', async () => {
    const { id } = await stage.settledIn('running');
    const snapshot = await stage.snapshotOf(id);
    const ask = () => stage.ask(restore, { id, snap_id: snapshot.id }, { start: false });
    await restartBefore('diskSettle', id, ask);
    expect((await stage.settled(id)).status).toBe('stopped');
    expect(stage.callsFor(snapshot.id).filter((call) => call.startsWith('restoreSnapshot'))).toHaveLength(1);
  });

  test('a volume that could not be taken out, and is not in the machine any more, is taken out', async () => {
    const { id, instance } = await stage.attached();
    stage.driver.next('detachVolume', failing('INVALID', 'the mounts cannot be read'));
    await restartBefore('diskFail', instance.id, async () => {
      void stage.ask(detach, { vol_id: id });
    });
    expect(await settledVolume(stage.caller, id)).toMatchObject({
      status: 'available',
      instance_id: null,
      fault: null,
    });
    expect((await stage.settled(instance.id)).volume_ids).toEqual([]);
  });

  test('a volume that was put in stays in: the machine boots with it', async () => {
    const [{ id }, instance] = await Promise.all([stage.volume(), stage.settledIn('running')]);
    await restartBefore('diskSettle', instance.id, async () => {
      void stage.ask(attach, { vol_id: id }, { instance_id: instance.id });
    });
    expect(await volumesAtBoot(instance.id)).toEqual([id]);
    expect((await settledVolume(stage.caller, id)).status).toBe('in-use');
  });

  test('a volume that could not be put in is in no boot from then on', async () => {
    const [{ id }, instance] = await Promise.all([stage.volume(), stage.settledIn('running')]);
    stage.driver.next('attachVolume', failing('INVALID', 'no such path'));
    await restartBefore('diskFail', instance.id, async () => {
      void stage.ask(attach, { vol_id: id }, { instance_id: instance.id });
    });
    expect(await volumesAtBoot(instance.id)).toEqual([]);
    expect((await settledVolume(stage.caller, id)).status).toBe('available');
  });
});
