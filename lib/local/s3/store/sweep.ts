import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { idKey } from './blobs.ts';
import type { Store } from './store.ts';

const CLEAN = Buffer.from('clean');

/**
 * Whether the last process stopped in order. From now until `markClean` this one counts as not stopped in order. After
 * such a stop there may be files that no object refers to.
 */
export async function markOpen({ tables }: Store): Promise<boolean> {
  const clean = tables.meta.get(CLEAN) !== false;
  await tables.commit(() => tables.meta.putSync(CLEAN, false));
  return clean;
}

/** Records that the process stops in order. */
export async function markClean({ tables }: Store): Promise<void> {
  await tables.commit(() => tables.meta.putSync(CLEAN, true));
}

/** Deletes files that no object refers to, which a crash left. Resolves with their number. */
export async function sweepOrphans({ tables, blobs }: Store, signal: AbortSignal): Promise<number> {
  let removed = 0;
  for (const folder of await readdir(blobs.dir)) {
    if (signal.aborted) break;
    for (const id of await readdir(join(blobs.dir, folder))) {
      // In this order, since a blob is in the index before it is settled.
      const known = blobs.writing.has(id) || tables.blobs.doesExist(idKey(id)) || tables.garbage.doesExist(idKey(id));
      if (known) continue;
      await blobs.remove(id);
      removed += 1;
    }
  }
  return removed;
}
