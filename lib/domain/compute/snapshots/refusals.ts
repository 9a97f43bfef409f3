import type { SnapshotStatus } from '#lib/model/compute/snapshot.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import type { SnapshotRecord } from '#lib/store/compute/snapshots.ts';

const transient: readonly SnapshotStatus[] = ['creating', 'restoring', 'deleting'];

/** 409 where the snapshot is not in one of these statuses (contract 3.2). */
export function requireStatus({ id, status }: SnapshotRecord, verb: string, ...statuses: SnapshotStatus[]): void {
  if (statuses.includes(status)) return;
  const what = status === 'error' ? 'in status error' : status;
  throw new ApiError(
    'wrong_state',
    `snapshot ${id} is ${what}; ${verb} requires status ${statuses.join(' or ')}`,
    transient.includes(status) ? { retryAfter: 5 } : {},
  );
}
