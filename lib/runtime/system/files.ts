import { randomUUID } from 'node:crypto';
import { open, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DriverError } from '#lib/runtime/driver.ts';
import { hasCode, ignore } from './errors.ts';
import { removeTrees } from './remove.ts';

/** Suffix of folders that are being removed or are not finished. No other folder has it. */
export const TRASH = '.trash';

/**
 * Removes a folder and all in it, whatever a guest has left there. Its name is free at once. Does nothing where there
 * is none.
 */
export async function removeFolder(folder: string): Promise<void> {
  const trash = await toTrash(folder);
  if (trash) await removeTrees([trash]);
}

/**
 * Frees the name of a folder. What was in it is removed in the background, however long that takes; a crash or a
 * failure leaves it to the next start.
 */
export async function discardFolder(folder: string): Promise<void> {
  const trash = await toTrash(folder);
  if (trash) removeTrees([trash]).catch(ignore);
}

/** Frees the name of a folder, and answers where its files are; null when it was empty or absent, and is gone. */
export async function toTrash(folder: string): Promise<string | null> {
  try {
    await rmdir(folder);
    return null;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
  }
  const trash = `${folder}.${randomUUID()}${TRASH}`;
  await rename(folder, trash);
  return trash;
}

/** Removes what an earlier run had begun to remove or to make in these folders. */
export async function sweepTrash(folders: readonly string[]): Promise<void> {
  const found = await Promise.all(
    folders.map(async (folder) => {
      const names = await readdir(folder);
      return names.filter((name) => name.endsWith(TRASH)).map((name) => join(folder, name));
    }),
  );
  await removeTrees(found.flat());
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
