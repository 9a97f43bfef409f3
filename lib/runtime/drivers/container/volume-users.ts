import type { VolumeMount } from '#lib/runtime/backend.ts';
import { censusByNamespace } from '#lib/runtime/metering/census.ts';
import { procLink, procText, usesFilesIn } from '#lib/runtime/system/open-files.ts';
import { type Mounted, parseMountInfo } from './mounts.ts';

/** The mounts that a process sees; empty when the process is gone. */
export const readMounts = (pid: number): Mounted[] => parseMountInfo(procText(pid, 'mountinfo'));

/**
 * Whether a mount shows a volume or a part of it. Compares the end of the path, because the rest depends on the file
 * system.
 */
export function shows({ root }: Mounted, { source }: VolumeMount): boolean {
  return `${root}/`.includes(`/${source.split('/').slice(-3).join('/')}/`);
}

/**
 * Host pids of a machine's processes that use a volume: they have a file open below one of these places, or they have
 * mounts of their own with the volume among them.
 */
export async function usersOf(init: number, volume: VolumeMount, places: readonly string[]): Promise<number[]> {
  const members = (await censusByNamespace([init])).get(init) ?? [];
  const mounts = procLink(init, 'ns/mnt');
  const uses = (pid: number) =>
    procLink(pid, 'ns/mnt') === mounts
      ? places.some((place) => usesFilesIn(pid, place))
      : readMounts(pid).some((mount) => shows(mount, volume));
  return members.filter((pid) => pid !== init && uses(pid));
}
