import { constants } from 'node:os';
import type { VolumeMount } from '#lib/runtime/backend.ts';
import { DriverError } from '#lib/runtime/driver.ts';
import { launcher, type Settings } from '#lib/runtime/launcher/launcher.ts';
import { censusByNamespace } from '#lib/runtime/metering/census.ts';
import { procLink, procText, usesFilesIn } from '#lib/runtime/system/open-files.ts';
import { signalProcess } from '#lib/runtime/system/processes.ts';
import { run } from '#lib/runtime/system/run.ts';
import { type Door, doorSettings } from './enter.ts';

const MNT_DETACH = 2;
/** Rounds of ending the processes that use a volume, before it is detached while in use. */
const ROUNDS = 20;

/**
 * Mounts a volume in a running machine. Does nothing when it is there. FAILED when the guest has something else in that
 * place.
 */
export async function mountVolume(door: Door, volume: VolumeMount): Promise<void> {
  if (placesOf(door.init.pid, volume).includes(volume.mount_path)) return;
  const { code, stderr } = await call(door, { place: volume.mount_path, source: volume.source });
  if (code !== 0) throw new DriverError('FAILED', `volume ${volume.id} could not be attached: ${stderr.trim()}`);
}

/**
 * Unmounts a volume in a running machine, also where the guest has moved it. VOLUME_BUSY, unless `force` ends the
 * processes that use it.
 */
export async function unmountVolume(door: Door, volume: VolumeMount, force: boolean): Promise<void> {
  for (let round = 0; ; round += 1) {
    const places = placesOf(door.init.pid, volume);
    const users = await usersOf(door.init.pid, volume, places);
    if (!force && users.length > 0) throw busy(volume);
    for (const pid of users) signalProcess(pid, 'SIGKILL');
    const [place] = places;
    if (place !== undefined) await unmount(door, volume, place, { force, last: round >= ROUNDS });
    else if (users.length === 0) return;
  }
}

/**
 * Processes that use it may still be ending. With `force` the caller tries again, and the last try detaches it while in
 * use.
 */
async function unmount(
  door: Door,
  volume: VolumeMount,
  place: string,
  { force, last }: { readonly force: boolean; readonly last: boolean },
): Promise<void> {
  const { code, stderr } = await call(door, { place, flags: last ? MNT_DETACH : 0 });
  const { EBUSY, EINVAL, ENOENT } = constants.errno;
  if (code === EBUSY && !force) throw busy(volume);
  // The guest has unmounted it already.
  if ([0, EINVAL, ENOENT].includes(code ?? -1) || (code === EBUSY && !last)) return;
  throw new DriverError('FAILED', `volume ${volume.id} could not be detached: ${stderr.trim()}`);
}

const busy = ({ id, mount_path }: VolumeMount) =>
  new DriverError('VOLUME_BUSY', `volume ${id} is in use: files in ${mount_path} are open`);

/** The places of a volume in the machine, the latest mount first. */
function placesOf(init: number, volume: VolumeMount): string[] {
  const mounts = readMounts(init).filter((mount) => shows(mount, volume));
  return mounts.map(({ point }) => point).reverse();
}

function call(door: Door, settings: Settings): ReturnType<typeof run> {
  return run(launcher('volume', { ...doorSettings(door), ...settings }));
}

/** The mounts that a process sees; empty when the process is gone. */
const readMounts = (pid: number): Mounted[] => parseMountInfo(procText(pid, 'mountinfo'));

/**
 * Whether a mount shows a volume or a part of it. Compares the end of the path, because the rest depends on the file
 * system.
 */
function shows({ root }: Mounted, { source }: VolumeMount): boolean {
  return `${root}/`.includes(`/${source.split('/').slice(-3).join('/')}/`);
}

/**
 * Host pids of a machine's processes that use a volume: they have a file open below one of these places, or they have
 * mounts of their own with the volume among them.
 */
async function usersOf(init: number, volume: VolumeMount, places: readonly string[]): Promise<number[]> {
  const members = (await censusByNamespace([init])).get(init) ?? [];
  const mounts = procLink(init, 'ns/mnt');
  const uses = (pid: number) =>
    procLink(pid, 'ns/mnt') === mounts
      ? places.some((place) => usesFilesIn(pid, place))
      : readMounts(pid).some((mount) => shows(mount, volume));
  return members.filter((pid) => pid !== init && uses(pid));
}

/** One mount of a mount namespace. */
export interface Mounted {
  /** The folder of its file system that is mounted. */
  readonly root: string;
  readonly point: string;
}

/** Parses /proc/self/mountinfo (proc(5)). */
export function parseMountInfo(text: string): Mounted[] {
  return text
    .split('\n')
    .map((line) => line.split(' '))
    .filter((fields) => fields.length > 6)
    .map((fields) => ({
      root: unescapeOctal(fields[3] ?? '/'),
      point: unescapeOctal(fields[4] ?? '/'),
    }));
}

function unescapeOctal(text: string): string {
  return text.replace(/\\([0-7]{3})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 8)));
}
