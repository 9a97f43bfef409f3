import { constants } from 'node:fs';
import { chmod, chown, copyFile, link, lstat, mkdir, readdir, realpath, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DriverError } from '#lib/runtime/driver.ts';
import { hasCode, ignore } from '#lib/runtime/system/errors.ts';
import { copyCode } from './code-copy.ts';
import { requireScope, scopeFolder } from './disk-scope.ts';
import { removeForsaken } from './forsaken.ts';
import { codeFolder, homeFor, noteCode, noteOwner, uidOf } from './homes.ts';

/** Where a runtime lives, and its uid; `uid` is null when it runs as the agent's own user. */
export interface RuntimePlace {
  readonly state: string;
  /** Where machines' folders are on disks that several hosts reach; null where they are in `state`. */
  readonly shared: string | null;
  readonly node: string;
  readonly entry: string;
  readonly uid: number | null;
  /** The folder of all homes, and this one, of root's agent; null of an ordinary user's. */
  readonly homes: { readonly system: string; readonly home: string } | null;
}

/** The place of an ordinary user's runtime: it runs the code where it is, and keeps machines under the data folder. */
export async function ownPlace(dir: string, entry: string, diskScope?: string): Promise<RuntimePlace> {
  if (diskScope !== undefined) throw new DriverError('UNSUPPORTED', 'only an agent started as root shares disks');
  await mkdir(dir, { recursive: true, mode: 0o700 });
  return { state: await realpath(dir), shared: null, node: process.execPath, entry, uid: null, homes: null };
}

/**
 * The place of a root agent's runtime: a uid of its own for each data folder, a copy of the node binary, and one of the
 * code for all data folders, because that uid may not be able to read the checkout or the data folder.
 */
export async function systemPlace(
  dir: string,
  entry: string,
  system: string,
  diskScope?: string,
): Promise<RuntimePlace> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const { home, uid: ownUid } = await homeFor(dir, system);
  // Of all hosts of a scope the same, so that each can read what another has written.
  const uid = diskScope === undefined ? ownUid : uidOf(`disk scope ${diskScope}`);
  try {
    for (const folder of [system, home]) await mkdir(folder, { recursive: true, mode: 0o755 });
    await chmod(home, 0o711);
    await noteOwner(home, await realpath(dir));
    const code = await copyCode(codeFolder(system), entry);
    await noteCode(home, code.folder);
    void removeForsaken(system).catch(ignore);
    const state = await ownFolder(join(home, 'state'), uid);
    const shared = diskScope === undefined ? null : await sharedPlace(system, diskScope, uid);
    const node = await copyNode(join(home, 'node'));
    return { state, shared, node, entry: code.entry, uid, homes: { system, home } };
  } catch (error) {
    if (!hasCode(error, 'EACCES', 'EPERM', 'EROFS', 'ENOSPC')) throw error;
    throw new DriverError('UNSUPPORTED', `an agent started as root needs ${home}: ${(error as Error).message}`);
  }
}

async function sharedPlace(system: string, scope: string, uid: number): Promise<string> {
  requireScope(system, scope);
  return ownFolder(join(scopeFolder(system, scope), 'machines'), uid);
}

async function ownFolder(folder: string, uid: number): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (!(await lstat(folder)).isDirectory()) throw new DriverError('UNSUPPORTED', `${folder} is not a folder`);
  const { uid: owner } = await lstat(folder);
  if (owner !== uid && owner !== 0 && (await readdir(folder)).length > 0)
    throw new DriverError('UNSUPPORTED', `what is in ${folder} was made for another disk scope`);
  await chown(folder, uid, uid);
  return folder;
}

/**
 * Links node into `target` when the link is possible and readable for all; otherwise copies it. Keeps an existing copy
 * of the same program.
 */
async function copyNode(target: string): Promise<string> {
  const source = await stat(await realpath(process.execPath));
  const present = await stat(target).catch(() => null);
  const same = present && present.size === source.size && present.mtimeMs === source.mtimeMs;
  if (present && (present.ino === source.ino || same)) return target;
  await rm(target, { force: true });
  const from = await realpath(process.execPath);
  if ((source.mode & 0o005) === 0o005) {
    try {
      await link(from, target);
      return target;
    } catch (error) {
      if (!hasCode(error, 'EXDEV', 'EPERM', 'EMLINK')) throw error;
    }
  }
  await copyFile(from, target, constants.COPYFILE_FICLONE);
  await chmod(target, 0o755);
  return target;
}
