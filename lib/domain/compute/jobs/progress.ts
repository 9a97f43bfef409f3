import type { JobOf } from '#lib/model/compute/job.ts';
import { noteImageProgress } from '#lib/store/compute/images.ts';
import { noteProgress } from '#lib/store/compute/snapshots.ts';
import { transact } from '#lib/store/platform/write.ts';

/** The operation has ended, or more progress has already been recorded. */
class Outdated extends Error {
  override readonly name = 'Outdated';
}

/**
 * Records a host's progress in making or restoring a snapshot, or in getting an image, in percent from 0 to 99. Changes
 * nothing if it is not more than the recorded progress, or if the operation has ended.
 */
export async function reportProgress(
  job: JobOf<'create_snapshot' | 'restore_snapshot' | 'create_image'>,
  percent: number,
): Promise<void> {
  const whole = Math.min(99, Math.max(0, Math.floor(percent)));
  const { account_id, operation } = job;
  const outdated = () => new Outdated();
  const write =
    job.kind === 'create_image'
      ? noteImageProgress(account_id, job.image_id, operation, whole, outdated)
      : noteProgress(account_id, job.snapshot_id, operation, whole, outdated);
  await transact([write]).catch((error) => {
    if (!(error instanceof Outdated)) throw error;
  });
}
