import type { Context } from '#lib/domain/platform/context.ts';
import type { Snapshot } from '#lib/model/compute/snapshot.ts';
import { findSnapshot, type OfInstance, type Which, whichOf } from './find.ts';
import { toSnapshot } from './view.ts';

/** The caller's snapshot, whether or not its instance stands; 404 where there is none of this id. */
export async function showSnapshot(context: Context, which: Which): Promise<Snapshot> {
  const record = await findSnapshot(context, which);
  return context.show(toSnapshot(record), record.version);
}

/** The same under its instance; 404 also for one of another instance. */
export const showInstanceSnapshot = (context: Context, input: OfInstance): Promise<Snapshot> =>
  showSnapshot(context, whichOf(input));
