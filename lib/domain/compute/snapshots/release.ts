import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import type { Operation } from '#lib/store/compute/instances.ts';
import { endSnapshotOperation } from '#lib/store/compute/snapshots.ts';
import type { Write } from '#lib/store/platform/write.ts';

/** What becomes of the snapshot of an operation that a termination cancels: half made, it is in error; else as it was. */
export function releaseSnapshot(account: string, { id, kind, subject }: Operation, now: Date): Write[] {
  if (!subject) return [];
  const updated_at = rfc3339(now);
  if (kind === 'create_snapshot') {
    const status_reason = 'its instance was terminated before it was complete';
    return [endSnapshotOperation(account, subject, id, { status: 'error', status_reason, updated_at })];
  }
  if (kind !== 'restore_snapshot') return [];
  const whole = { status: 'available', status_reason: null, progress_percent: 100 } as const;
  return [endSnapshotOperation(account, subject, id, { ...whole, updated_at })];
}
