import { lstat, mkdir, readdir, readlink, rmdir, symlink, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { VolumeMount } from '#lib/runtime/backend.ts';
import { DriverError } from '#lib/runtime/driver.ts';
import { ignore } from '#lib/runtime/system/errors.ts';
import { usesFilesIn } from '#lib/runtime/system/open-files.ts';
import { signalProcess } from '#lib/runtime/system/processes.ts';
import { membersOf } from './members.ts';

const POLL_MS = 20;

/** Removes links to volumes of `root` that an earlier start left, or that came with the copied disk. */
export async function clearVolumes(disk: string, root: string): Promise<void> {
  const mnt = join(disk, 'mnt');
  for (const name of await readdir(mnt).catch(() => [])) {
    const target = await targetOf(join(mnt, name));
    if (target?.startsWith(`${root}/`)) await unlink(join(mnt, name));
  }
}

/**
 * Links a volume into a machine's folder. Does nothing when the link exists. FAILED when the guest has something else
 * there.
 */
export async function linkVolume(disk: string, { id, source, mount_path }: VolumeMount): Promise<void> {
  const place = join(disk, mount_path);
  if ((await targetOf(place)) === source) return;
  try {
    await mkdir(dirname(place), { recursive: true });
    if (!(await lstat(dirname(place))).isDirectory()) throw new Error(`${dirname(mount_path)} is not a folder`);
    await rmdir(place).catch(ignore);
    await symlink(source, place);
  } catch (error) {
    throw new DriverError('FAILED', `volume ${id} could not be attached: ${(error as Error).message}`);
  }
}

/** Removes the link. VOLUME_BUSY while processes of the machine use the volume, unless `force` ends them. */
export async function unlinkVolume(machine: string, disk: string, volume: VolumeMount, force: boolean): Promise<void> {
  const { id, source, mount_path } = volume;
  const users = () => membersOf(machine).filter((pid) => usesFilesIn(pid, source));
  for (let left = users(); left.length > 0; left = users()) {
    if (!force) throw new DriverError('VOLUME_BUSY', `volume ${id} is in use: files in ${mount_path} are open`);
    for (const pid of left) signalProcess(pid, 'SIGKILL');
    await wait(POLL_MS);
  }
  const place = join(disk, mount_path);
  if ((await targetOf(place)) === source) await unlink(place);
}

const targetOf = (path: string): Promise<string | null> => readlink(path).catch(() => null);
