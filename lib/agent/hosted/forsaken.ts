import { lstat, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { hasCode } from '#lib/runtime/system/errors.ts';
import { isAlive, type ProcessMark } from '#lib/runtime/system/processes.ts';

/** The data folder to which a system folder belongs. */
interface Owner {
  readonly path: string;
  /** Device number of its file system. A folder whose disk is not mounted is absent, not deleted. */
  readonly device: number;
}

const OWNER = 'data-dir';
const REMOVED = '.removed';
/** Most folders that one start of an agent removes. */
const MOST = 16;

/** Records in a system folder which data folder its machines belong to. */
export async function noteOwner(home: string, path: string): Promise<void> {
  const owner: Owner = { path, device: (await lstat(path)).dev };
  await writeFile(join(home, OWNER), `${JSON.stringify(owner)}\n`);
}

/**
 * Removes system folders whose data folder was deleted, at most 16 of them. Keeps a folder that is in use, or that does
 * not name its data folder.
 */
export async function removeForsaken(system: string): Promise<void> {
  let removed = 0;
  for (const name of await readdir(system)) {
    if (removed === MOST) return;
    const home = join(system, name);
    if (/^[0-9a-f]{16}$/.test(name) && (await isForsaken(home)) && (await moveAway(home))) {
      await rm(home + REMOVED, { recursive: true, force: true });
      removed++;
    } else if (name.endsWith(REMOVED)) {
      await rm(home, { recursive: true, force: true });
    }
  }
}

/**
 * Renames the folder for removal. Puts it back and answers false when its data folder was made again in the meantime.
 */
async function moveAway(home: string): Promise<boolean> {
  await rename(home, home + REMOVED);
  if (await isForsaken(home + REMOVED)) return true;
  await rename(home + REMOVED, home);
  return false;
}

async function isForsaken(home: string): Promise<boolean> {
  const owner = await readJson<Owner>(join(home, OWNER));
  if (!owner || !(await isGone(owner))) return false;
  const holder = await readJson<Record<string, ProcessMark>>(join(home, 'state', 'runtime.json'));
  if (Object.values(holder ?? {}).some(isAlive)) return false;
  const mounts = await readFile('/proc/self/mountinfo', 'utf8').catch(() => '');
  return !mounts.includes(` ${home}/`);
}

async function isGone({ path, device }: Owner): Promise<boolean> {
  for (let at = path; ; at = dirname(at)) {
    try {
      const { dev } = await lstat(at);
      return at !== path && dev === device;
    } catch (error) {
      if (!hasCode(error, 'ENOENT')) return false;
    }
  }
}

async function readJson<T>(file: string): Promise<T | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as T;
  } catch {
    return undefined;
  }
}
