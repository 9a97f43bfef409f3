import type { JobOf } from '#lib/model/compute/job.ts';
import { noteProgress } from '#lib/store/compute/snapshots.ts';
import { transact } from '#lib/store/platform/write.ts';

/** The operation has ended, or more progress has already been recorded. */
class Outdated extends Error {
  override readonly name = 'Outdated';
}

/**
 * Records a host's progress in making or restoring a snapshot, in percent from 0 to 99. Changes nothing if it is not
 * more than the recorded progress, or if the operation has ended.
 */
export async function reportProgress(
  job: JobOf<'create_snapshot' | 'restore_snapshot'>,
  percent: number,
): Promise<void> {
  const whole = Math.min(99, Math.max(0, Math.floor(percent)));
  const write = noteProgress(job.account_id, job.snapshot_id, job.operation, whole, () => new Outdated());
  await transact([write]).catch((error) => {
    if (!(error instanceof Outdated)) throw error;
  });
}
