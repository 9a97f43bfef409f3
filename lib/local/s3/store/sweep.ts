import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { idKey } from './blobs.ts';
import type { Store } from './store.ts';

const CLEAN = Buffer.from('clean');

/**
 * Whether the last process ended in order; from here on, until `markClean`, it counts as one that did not. After one
 * that did not there may be files that no object holds.
 */
export async function markOpen({ tables }: Store): Promise<boolean> {
  const clean = tables.meta.get(CLEAN) !== false;
  await tables.meta.put(CLEAN, false);
  return clean;
}

/** Notes that nothing is left behind. */
export async function markClean({ tables }: Store): Promise<void> {
  await tables.meta.put(CLEAN, true);
}

/** Removes files that no object holds: writes that a crash cut off. Resolves with how many there were. */
export async function sweepOrphans({ tables, blobs }: Store, signal: AbortSignal): Promise<number> {
  let removed = 0;
  for (const folder of await readdir(blobs.dir)) {
    if (signal.aborted) break;
    for (const id of await readdir(join(blobs.dir, folder))) {
      // In this order: a blob that is being written is in the index before it is settled.
      const known = blobs.writing.has(id) || tables.blobs.doesExist(idKey(id)) || tables.garbage.doesExist(idKey(id));
      if (known) continue;
      await blobs.remove(id);
      removed += 1;
    }
  }
  return removed;
}
