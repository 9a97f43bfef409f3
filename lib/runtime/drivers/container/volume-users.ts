import type { VolumeMount } from '#lib/runtime/backend.ts';
import { censusByNamespace } from '#lib/runtime/metering/census.ts';
import { procLink, procText, usesFilesIn } from '#lib/runtime/system/open-files.ts';
import { type Mounted, parseMountInfo } from './mounts.ts';

/** The mounts that a process sees; none when it is gone. */
export const readMounts = (pid: number): Mounted[] => parseMountInfo(procText(pid, 'mountinfo'));

/** Whether a mount shows a volume, or a part of it: by the end of its path, since the rest depends on the file system. */
export function shows({ root }: Mounted, { source }: VolumeMount): boolean {
  return `${root}/`.includes(`/${source.split('/').slice(-3).join('/')}/`);
}

/**
 * Host pids of a machine's processes that use a volume: that have something open below one of these places, or that live
 * with mounts of their own and have it there.
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
