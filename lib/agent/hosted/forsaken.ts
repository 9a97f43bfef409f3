import { lstat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { hasCode } from '#lib/runtime/system/errors.ts';
import { removeTrees } from '#lib/runtime/system/remove.ts';
import { isInUse, namesIn, ownerOf, removeHome, unusedCode } from './homes.ts';
import { endLeftIn } from './left.ts';

/** Most homes that one start of an agent removes. */
const MOST = 16;

/**
 * Removes copies of the code that no home uses, and homes whose data folder was deleted, at most 16 of them. Keeps a
 * home that is in use, or that does not name its data folder.
 */
export async function removeForsaken(system: string): Promise<void> {
  const { homes, removed } = await namesIn(system);
  await removeTrees([...(await unusedCode(system)), ...removed]);
  let count = 0;
  for (const home of homes) {
    if (count === MOST) return;
    // Its data folder may be made again in the meantime.
    if (!(await isForsaken(home))) continue;
    await endLeftIn(home);
    if (await removeHome(home, async (moved) => !(await isForsaken(moved)))) count++;
  }
}

async function isForsaken(home: string): Promise<boolean> {
  const owner = await ownerOf(home);
  return owner !== undefined && (await isGone(owner)) && !(await isInUse(home));
}

async function isGone({ path, device }: { readonly path: string; readonly device: number }): Promise<boolean> {
  for (let at = path; ; at = dirname(at)) {
    try {
      const { dev } = await lstat(at);
      return at !== path && dev === device;
    } catch (error) {
      if (!hasCode(error, 'ENOENT')) return false;
    }
  }
}
