import { randomUUID } from 'node:crypto';
import { open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DriverError } from '#lib/runtime/driver.ts';
import { hasCode } from './errors.ts';
import { run } from './run.ts';
import { HOST_ENV } from './tools.ts';

/** Suffix of folders that are being removed or are not finished. No other folder has it. */
export const TRASH = '.trash';

/** Removes a folder and all in it, also parts that its owner had closed. Its name is free at once. */
export async function removeFolder(folder: string): Promise<void> {
  const trash = `${folder}.${randomUUID()}${TRASH}`;
  try {
    await rename(folder, trash);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return;
    throw error;
  }
  await emptyTrash(trash);
}

/** Removes a renamed folder, also one whose paths are longer than the system allows. */
async function emptyTrash(trash: string): Promise<void> {
  try {
    await rm(trash, { recursive: true, force: true });
  } catch (error) {
    if (!hasCode(error, 'EACCES', 'EPERM', 'ENOTEMPTY', 'ENAMETOOLONG')) throw error;
    await run({ file: 'chmod', args: ['-R', 'u+rwX', trash], env: HOST_ENV, cwd: '/' });
    const { code, stderr } = await run({ file: 'rm', args: ['-rf', '--', trash], env: HOST_ENV, cwd: '/' });
    if (code !== 0) throw new Error(`${trash} cannot be removed: ${stderr.slice(0, 200)}`, { cause: error });
  }
}

/** Removes what an earlier run had begun to remove or to make. */
export async function sweepTrash(root: string): Promise<void> {
  const names = await readdir(root);
  await Promise.all(names.filter((name) => name.endsWith(TRASH)).map((name) => emptyTrash(join(root, name))));
}

/** Makes the names in a folder survive a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Replaces a file in one step: after a crash it is the old one or the new one. Callers write one at a time. */
export async function writeJson(path: string, value: unknown): Promise<void> {
  const draft = draftOf(path);
  const file = await open(draft, 'w', 0o600);
  try {
    await file.writeFile(JSON.stringify(value));
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
}

/** Removes what a crash left of a replacement. */
export const dropDraft = (path: string): Promise<void> => rm(draftOf(path), { force: true });

const draftOf = (path: string): string => `${path}.new`;

/** Ids become folder names and arguments of processes. */
const ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,100}$/;

/** Answers the id. Refuses with INVALID an id that cannot name a folder. */
export function checkId(id: string, noun: string): string {
  if (!ID.test(id)) throw new DriverError('INVALID', `not a ${noun} id: ${id.slice(0, 60)}`);
  return id;
}
