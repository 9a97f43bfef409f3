import { handler as attach } from '#functions/compute/volumes/attach.ts';
import type { Handler } from '#lib/edge/route.ts';
import type { InstanceRecord } from '#lib/store/compute/instances.ts';
import type { SnapshotRecord } from '#lib/store/compute/snapshots.ts';
import type { VolumeRecord } from '#lib/store/compute/volumes.ts';
import { call, type Reply } from '#lib/testing/functions/call.ts';
import { createdSnapshot, createdVolume, settledSnapshot, settledVolume } from '#test/support/compute/disks.ts';
import { openScriptedPlatform, type ScriptedPlatform } from './scripted-platform.ts';

/** A stage for tests that make many disks. */
export interface ScriptedDiskPlatform extends ScriptedPlatform {
  ask(handler: Handler, params: Record<string, string>, body?: object, query?: Record<string, string>): Promise<Reply>;
  /** A new volume, available. */
  volume(changes?: object): Promise<VolumeRecord>;
  /** A new volume in a new instance that runs. */
  attached(): Promise<{ id: string; instance: InstanceRecord }>;
  /** A new available snapshot of an instance, which no operation holds any more. */
  snapshotOf(instance: string): Promise<SnapshotRecord>;
  /** The driver's calls for this disk, with the disk's id written as `·`. */
  callsFor(id: string): string[];
}

export async function openScriptedDiskPlatform(
  ...options: Parameters<typeof openScriptedPlatform>
): Promise<ScriptedDiskPlatform> {
  for (const name of ['INSTANCES', 'VCPUS', 'VOLUMES']) process.env[`SVC_QUOTA_${name}`] = '100';
  const stage = await openScriptedPlatform(...options);
  const { caller, driver } = stage;
  const ask: ScriptedDiskPlatform['ask'] = (handler, params, body, query) =>
    call(handler, { bearer: caller.bearer, params, ...(body && { body }), ...(query && { query }) });
  const volume = async (changes = {}) => settledVolume(caller, (await createdVolume(caller, changes)).id);
  return Object.assign(stage, {
    ask,
    volume,
    attached: async () => {
      const [{ id }, instance] = await Promise.all([volume(), stage.settledIn('running')]);
      await ask(attach, { vol_id: id }, { instance_id: instance.id });
      await settledVolume(caller, id);
      return { id, instance };
    },
    snapshotOf: async (instance: string) => {
      const record = await settledSnapshot(caller, (await createdSnapshot(caller, instance)).id);
      await stage.settled(instance);
      return record;
    },
    callsFor: (id: string) => driver.calls.filter((line) => line.includes(id)).map((line) => line.replaceAll(id, '·')),
  });
}
