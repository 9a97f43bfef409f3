import { randomUUID } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';
import { hasCode } from './errors.ts';
import { run } from './run.ts';
import { HOST_ENV } from './tools.ts';

/** Suffix of folders that are being removed; a machine never has it. */
export const TRASH = '.trash';

/** Removes a folder and all in it; gone under its name at once, also where its owner had closed parts of it. */
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

/** Removes a folder that is out of everyone's sight already. */
export async function emptyTrash(trash: string): Promise<void> {
  try {
    await rm(trash, { recursive: true, force: true });
  } catch (error) {
    if (!hasCode(error, 'EACCES', 'EPERM', 'ENOTEMPTY')) throw error;
    await run({ file: 'chmod', args: ['-R', 'u+rwX', trash], env: HOST_ENV, cwd: '/' });
    await rm(trash, { recursive: true, force: true });
  }
}
