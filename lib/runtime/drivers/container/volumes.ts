import type { Socket } from 'node:net';
import { constants } from 'node:os';
import type { VolumeMount } from '#lib/runtime/backend.ts';
import { DriverError } from '#lib/runtime/driver.ts';
import { type Settings, survey } from '#lib/runtime/launcher/launcher.ts';
import { reasonOf, type Verdict } from '#lib/runtime/system/run.ts';
import { type Door, doorSettings } from './enter.ts';

/**
 * Mount tables, processes and open files of a machine are as many as its guest likes. The launcher reads them, so that
 * this process hears only how it ended.
 */
const BOUNDS = { memory: 512 * 1024 * 1024, processor_s: 60, time_ms: 120_000, output: 4096 };

/**
 * Mounts a volume in a running machine. Does nothing when it is there. FAILED when the guest has something else in that
 * place. `lent` is where a mount of it comes from, for a machine with ids of its own.
 */
export async function mountVolume(door: Door, volume: VolumeMount, lent: Socket | null): Promise<void> {
  const settings = { place: volume.mount_path, source: volume.source, lent: lent ? 1 : [] };
  const verdict = await call('attach', door, volume, settings, lent);
  if (verdict.code === 0) return;
  throw new DriverError('FAILED', `volume ${volume.id} could not be attached: ${reasonOf(verdict)}`);
}

/**
 * Unmounts a volume in a running machine, also where the guest has moved it. VOLUME_BUSY, unless `force` ends the
 * processes that use it; processes that still use it then are cut off from it.
 */
export async function unmountVolume(door: Door, volume: VolumeMount, force: boolean): Promise<void> {
  const verdict = await call('detach', door, volume, { force: force ? 1 : 0 });
  if (verdict.code === 0) return;
  const { id, mount_path } = volume;
  if (verdict.code === constants.errno.EBUSY)
    throw new DriverError('VOLUME_BUSY', `volume ${id} is in use: files in ${mount_path} are open`);
  throw new DriverError('FAILED', `volume ${id} could not be detached: ${reasonOf(verdict)}`);
}

function call(
  verb: 'attach' | 'detach',
  door: Door,
  { source }: VolumeMount,
  settings: Settings,
  passed: Socket | null = null,
): Promise<Verdict> {
  const volume = source.split('/').slice(-3).join('/');
  return survey(verb, { ...doorSettings(door), volume, ...settings }, { bounds: BOUNDS, passed });
}
