import { createHash } from 'node:crypto';
import { lstat, readdir, readFile, readlink, realpath, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { hasCode } from '#lib/runtime/system/errors.ts';
import { isAlive, type ProcessMark } from '#lib/runtime/system/processes.ts';
import { removeTrees } from '#lib/runtime/system/remove.ts';
import { removeGroupsOf } from './group-folders.ts';

/* Homes: the folders outside of a data folder in which machines live where the platform is started as root. */

/** Parent of the homes of agents that were started as root. */
export const SYSTEM_STATE = '/var/lib/svc';

/**
 * The first uid of a range that systemd's table of user ids (UIDS-GIDS.md) leaves unassigned, and how many of them we
 * use.
 */
const UIDS = { first: 1_900_000_000, count: 100_000_000 };

/** The data folder to which a home belongs. */
interface Owner {
  /** The folder of the driver in the data folder, `<data folder>/machines/<driver>`. */
  readonly path: string;
  /** Device number of its file system. A folder whose disk is not mounted is absent, not deleted. */
  readonly device: number;
}

const OWNER = 'data-dir';
const CODE = 'code';
/** What the name of a home that is being removed ends with. */
export const REMOVED = '.removed';

/** The home of a driver's folder, which must exist, and the uid of its machines: both follow from the real path. */
export async function homeFor(dir: string, system: string): Promise<{ home: string; uid: number }> {
  const path = await realpath(dir);
  return { home: homeOf(path, system), uid: uidOf(path) };
}

const homeOf = (path: string, system: string): string => join(system, digestOf(path).toString('hex').slice(0, 16));

const digestOf = (name: string): Buffer => createHash('sha256').update(name).digest();

/** The uid of the machines of what has this name. */
export const uidOf = (name: string): number => UIDS.first + (digestOf(name).readUInt32BE(0) % UIDS.count);

/** Whether a uid is one of those that machines live under. */
export const isRuntimeUid = (uid: number): boolean => uid >= UIDS.first && uid < UIDS.first + UIDS.count;

/** Where the images of a home's disks are. Only root can go there. */
export const imagesOf = (home: string): string => join(home, 'disks');

/** Records in a home which driver's folder its machines belong to. */
export async function noteOwner(home: string, path: string): Promise<void> {
  const owner: Owner = { path, device: (await lstat(path)).dev };
  await writeFile(join(home, OWNER), `${JSON.stringify(owner)}\n`);
}

/** Where the copies of the code are, by what they hold. */
export const codeFolder = (system: string): string => join(system, CODE);

/**
 * Records in a home which copy of the code its runtime runs. Homes of earlier versions have a copy of their own there.
 */
export async function noteCode(home: string, folder: string): Promise<void> {
  await rm(join(home, CODE), { recursive: true, force: true });
  await symlink(folder, join(home, CODE));
}

/** For this long a copy of the code may be between its making and its being noted. */
const COPY_RESTS_MS = 3_600_000;

/** The copies of the code that no home's runtime runs, and that no agent has asked for in the last hour. */
export async function unusedCode(system: string): Promise<string[]> {
  const names = await readdir(codeFolder(system)).catch(() => []);
  const { homes } = await namesIn(system);
  const used = await Promise.all(homes.map((home) => readlink(join(home, CODE)).catch(() => '')));
  const unused = names.map((name) => join(codeFolder(system), name)).filter((folder) => !used.includes(folder));
  const old = await Promise.all(
    unused.map(async (folder) => Date.now() - (await lstat(folder)).mtimeMs > COPY_RESTS_MS),
  );
  return unused.filter((_, at) => old[at]);
}

/** The driver's folder that a home names; undefined where it names none. */
export const ownerOf = (home: string): Promise<Owner | undefined> => readJson<Owner>(join(home, OWNER));

/** The homes in a folder, and what of removed ones is left. Links are neither. */
export async function namesIn(system: string): Promise<{ homes: string[]; removed: string[] }> {
  const entries = await readdir(system, { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  return {
    homes: folders.filter((name) => /^[0-9a-f]{16}$/.test(name)).map((name) => join(system, name)),
    removed: folders.filter((name) => name.endsWith(REMOVED)).map((name) => join(system, name)),
  };
}

/**
 * The homes of a data folder's machines, by driver, also those whose removal was interrupted; `dataDir` is its real
 * path. It need not exist any more.
 */
export async function homesOf(dataDir: string, system = SYSTEM_STATE): Promise<{ driver: string; home: string }[]> {
  const machines = join(dataDir, 'machines');
  const { homes, removed } = await namesIn(system).catch(() => ({ homes: [] as string[], removed: [] as string[] }));
  const owned = homes.map(async (home) => {
    const path = (await ownerOf(home))?.path ?? '';
    return dirname(path) === machines ? [{ driver: basename(path), home }] : [];
  });
  const begun = (await readdir(machines).catch(() => []))
    .map((driver) => ({ driver, home: homeOf(join(machines, driver), system) }))
    .filter(({ home }) => removed.includes(home + REMOVED) && !homes.includes(home));
  return [...(await Promise.all(owned)).flat(), ...begun];
}

/** Whether a runtime uses a folder of machines. */
export async function isHeld(state: string): Promise<boolean> {
  const holder = await readJson<Record<string, ProcessMark>>(join(state, 'runtime.json'));
  return Object.values(holder ?? {}).some(isAlive);
}

/** Whether a runtime or a mount uses a home. */
export async function isInUse(home: string): Promise<boolean> {
  if (await isHeld(join(home, 'state'))) return true;
  const mounts = await readFile('/proc/self/mountinfo', 'utf8').catch(() => '');
  return mounts.includes(` ${home}/`);
}

/**
 * Removes a home unless `stays` is true of it once no agent can find it any more; then puts it back and answers false.
 */
export async function removeHome(home: string, stays: (moved: string) => Promise<boolean>): Promise<boolean> {
  // What a removal that was interrupted has left; then there may be no home any more.
  await removeTrees([home + REMOVED]);
  try {
    await rename(home, home + REMOVED);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return true;
    throw error;
  }
  if (await stays(home + REMOVED)) {
    await rename(home + REMOVED, home);
    return false;
  }
  await removeTrees([home + REMOVED]);
  removeGroupsOf(basename(home));
  return true;
}

async function readJson<T>(file: string): Promise<T | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as T;
  } catch {
    return undefined;
  }
}
