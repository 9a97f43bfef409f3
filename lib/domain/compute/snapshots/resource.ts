import type { Context } from '#lib/domain/platform/context.ts';
import type { Snapshot, SnapshotStatus } from '#lib/model/compute/snapshot.ts';
import type { Deleted } from '#lib/model/platform/common.ts';
import { ApiError, notFound } from '#lib/model/platform/errors.ts';
import { getSnapshot, type SnapshotRecord } from '#lib/store/compute/snapshots.ts';

/** A snapshot's id and, where the path names it, its instance's id. */
export interface Which {
  id: string;
  instance_id?: string | undefined;
}

/** The parameters of a path that names an instance and its snapshot. */
export interface OfInstance {
  id: string;
  snap_id: string;
}

export const whichOf = ({ id, snap_id }: OfInstance): Which => ({ id: snap_id, instance_id: id });

/**
 * The caller's snapshot. 404 where it does not exist, belongs to another account, or belongs to an instance other than
 * the one named; 403 where the route's action is denied on its instance.
 */
export async function findSnapshot(context: Context, which: Which): Promise<SnapshotRecord> {
  const record = checkSnapshot(await getSnapshot(context.principal.account_id, which.id), which);
  await context.refuseDenied([{ kind: 'instance', id: record.instance_id, as: [] }]);
  return record;
}

/** Refuses as `findSnapshot` does with 404, for a record that was read together with others. */
export function checkSnapshot(record: SnapshotRecord | undefined, { id, instance_id }: Which): SnapshotRecord {
  if (!record || (instance_id !== undefined && record.instance_id !== instance_id)) throw notFound('snapshot', id);
  return record;
}

/** What each status allows (contract 3.2). */
const allowedIn: Partial<Record<SnapshotStatus, Snapshot['allowed_actions']>> = {
  creating: ['update'],
  available: ['update', 'delete', 'restore'],
  restoring: ['update'],
  error: ['update', 'delete'],
};

/** A snapshot as replies show it. */
export function toSnapshot(record: SnapshotRecord): Snapshot {
  return {
    id: record.id,
    account_id: record.account_id,
    name: record.name,
    description: record.description,
    instance_id: record.instance_id,
    status: record.status,
    status_reason: record.status_reason,
    size_gib: record.size_gib,
    progress_percent: record.progress_percent,
    trigger: record.trigger,
    consistency: record.consistency,
    image_id: record.image_id,
    expires_at: record.expires_at,
    tags: record.tags ?? {},
    allowed_actions: allowedIn[record.status] ?? [],
    created_at: record.created_at,
    updated_at: record.updated_at,
  };
}

/** The caller's snapshot, even if its instance no longer exists. 404 where the snapshot does not exist. */
export async function showSnapshot(context: Context, which: Which): Promise<Snapshot> {
  const record = await findSnapshot(context, which);
  return context.show(toSnapshot(record), record.version);
}

/** A snapshot by its instance's path. 404 also where it belongs to another instance. */
export const showInstanceSnapshot = (context: Context, input: OfInstance): Promise<Snapshot> =>
  showSnapshot(context, whichOf(input));

const transient: readonly SnapshotStatus[] = ['creating', 'restoring', 'deleting'];

/** Refuses a snapshot that is not in one of these statuses: 409 (contract 3.2). */
export function requireStatus({ id, status }: SnapshotRecord, verb: string, ...statuses: SnapshotStatus[]): void {
  if (statuses.includes(status)) return;
  const what = status === 'error' ? 'in status error' : status;
  throw new ApiError(
    'wrong_state',
    `snapshot ${id} is ${what}; ${verb} requires status ${statuses.join(' or ')}`,
    transient.includes(status) ? { retryAfter: 5 } : {},
  );
}

/** The snapshot once no operation is in progress on it; undefined before that. */
export async function settledSnapshot(context: Context, { id }: Snapshot): Promise<Snapshot | undefined> {
  const record = await getSnapshot(context.principal.account_id, id);
  if (!record || record.operation) return undefined;
  return context.show(toSnapshot(record), record.version);
}

/** The result of a deletion: nothing is left, or the snapshot that could not be deleted; undefined before. */
export async function deletedSnapshot(
  context: Context,
  { id }: Pick<Snapshot, 'id'>,
): Promise<Deleted | Snapshot | undefined> {
  const record = await getSnapshot(context.principal.account_id, id);
  if (!record) return { id, deleted: true };
  return record.operation ? undefined : context.show(toSnapshot(record), record.version);
}
