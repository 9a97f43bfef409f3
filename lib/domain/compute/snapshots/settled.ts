import type { Context } from '#lib/domain/platform/context.ts';
import type { Snapshot } from '#lib/model/compute/snapshot.ts';
import { getSnapshot } from '#lib/store/compute/snapshots.ts';
import { toSnapshot } from './view.ts';

/** The snapshot once no operation is under way on it, or undefined while one is. */
export async function settledSnapshot(context: Context, { id }: Snapshot): Promise<Snapshot | undefined> {
  const record = await getSnapshot(context.principal.account_id, id);
  if (!record || record.operation) return undefined;
  return context.show(toSnapshot(record), record.version);
}
