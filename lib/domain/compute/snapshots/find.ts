import type { Context } from '#lib/domain/platform/context.ts';
import { notFound } from '#lib/model/platform/errors.ts';
import { getSnapshot, type SnapshotRecord } from '#lib/store/compute/snapshots.ts';

/** Which snapshot, and where the path names it, of which instance. */
export interface Which {
  id: string;
  instance_id?: string | undefined;
}

/** A path that names an instance and its snapshot. */
export interface OfInstance {
  id: string;
  snap_id: string;
}

export const whichOf = ({ id, snap_id }: OfInstance): Which => ({ id: snap_id, instance_id: id });

/**
 * The caller's snapshot; 404 where it is absent, another account's, or of another instance than the one named, 403 where
 * the route's action is denied on its instance, under which the snapshot is found as well.
 */
export async function findSnapshot(context: Context, which: Which): Promise<SnapshotRecord> {
  const record = checkSnapshot(await getSnapshot(context.principal.account_id, which.id), which);
  await context.refuseDenied([{ kind: 'instance', id: record.instance_id, as: [] }]);
  return record;
}

/** The same for a record that was read with others. */
export function checkSnapshot(record: SnapshotRecord | undefined, { id, instance_id }: Which): SnapshotRecord {
  if (!record || (instance_id !== undefined && record.instance_id !== instance_id)) throw notFound('snapshot', id);
  return record;
}
