import { existsSync, mkdirSync, readdirSync, realpathSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { imagesOf, SYSTEM_STATE } from '#lib/agent/hosted/homes.ts';
import { StartError } from '#lib/local/start-error.ts';
import { removeTrees } from '#lib/runtime/system/remove.ts';
import { hosted, isRoot, makeHome, pack, unpack, unpackAs } from './archives.ts';
import { holdDataDir, isVacant } from './held.ts';

/*
 * A backup is a folder (0700) of tar archives: `data.tar` is the data folder without the disks of machines, and
 * `<driver>.tar` has the machines of a driver, wherever they live. So a backup of root's platform can be restored by an
 * ordinary user and the other way round.
 */

const DATA = 'data.tar';

/**
 * Writes a backup of a data folder and of its machines into a folder that does not exist yet, and answers the names of
 * the archives. Refuses as `holdDataDir` does.
 */
export async function backUp(dataDir: string, target: string, systemDir = SYSTEM_STATE): Promise<string[]> {
  if (existsSync(target)) throw new StartError(`${target} exists; name a new folder for the backup`);
  const held = await holdDataDir(dataDir, systemDir);
  try {
    if (resolve(realpathSync(dirname(target)), basename(target)).startsWith(`${held.path}/`))
      throw new StartError(`${target} lies in the data folder; name a folder elsewhere`);
    await held.settle();
    const own = hosted.map((driver) => ({ driver, folder: join(held.path, 'machines', driver) }));
    const machines = isRoot() ? held.homes.map(({ driver, home }) => ({ driver, folder: join(home, 'state') })) : own;
    const draft = `${target}.partial`;
    rmSync(draft, { recursive: true, force: true });
    mkdirSync(draft, { mode: 0o700 });
    const without = hosted.map((driver) => `--exclude=./machines/${driver}`);
    await pack(join(draft, DATA), held.path, without);
    for (const { driver, folder } of machines)
      if (!isVacant(folder)) await pack(join(draft, `${driver}.tar`), folder, []);
    renameSync(draft, target);
    return readdirSync(target).sort();
  } finally {
    held.release();
  }
}

/**
 * Restores a backup as a data folder, which must be absent or empty, with its machines where this user's platform keeps
 * them. A start is refused until the folder is complete.
 */
export async function restore(source: string, dataDir: string, systemDir = SYSTEM_STATE): Promise<void> {
  const data = join(source, DATA);
  if (!existsSync(data)) throw new StartError(`${source} is not a backup of svc: it has no ${DATA}`);
  if (!isVacant(dataDir)) throw new StartError(`SVC_DATA_DIR ${dataDir} is not empty; name a new folder`);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  await unpack(data, dataDir, ['--exclude=./format']);
  for (const driver of hosted) {
    const archive = join(source, `${driver}.tar`);
    if (!existsSync(archive)) continue;
    const folder = join(realpathSync(dataDir), 'machines', driver);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (isRoot()) await restoreHome(archive, folder, systemDir);
    else await unpackAs(null, archive, folder);
  }
  await unpack(data, dataDir, ['./format']);
}

async function restoreHome(archive: string, folder: string, systemDir: string): Promise<void> {
  const { home, uid } = await makeHome(folder, systemDir);
  const state = join(home, 'state');
  if (!isVacant(state)) throw new StartError(`${home} has machines of an earlier ${folder}; run "npm run reset" there`);
  // What a crash has left of disks would hide the files of a machine of the same id.
  await removeTrees([imagesOf(home)]);
  await unpackAs(uid, archive, state);
}
