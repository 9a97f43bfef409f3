import type { JobOf } from '#lib/model/compute/job.ts';
import { noteProgress } from '#lib/store/compute/snapshots.ts';
import { transact } from '#lib/store/platform/write.ts';

class Over extends Error {
  override readonly name = 'Over';
}

/**
 * Notes how far a host has come with making or restoring a snapshot, 0 to 99. Less than was noted before changes
 * nothing, nor does a note after the operation has ended.
 */
export async function reportProgress(
  job: JobOf<'create_snapshot' | 'restore_snapshot'>,
  percent: number,
): Promise<void> {
  const whole = Math.min(99, Math.max(0, Math.floor(percent)));
  const write = noteProgress(job.account_id, job.snapshot_id, job.operation, whole, () => new Over());
  await transact([write]).catch((error) => {
    if (!(error instanceof Over)) throw error;
  });
}
