import { pulling } from '#lib/model/compute/instance-states.ts';
import type { Job, JobOf } from '#lib/model/compute/job.ts';
import { copyKey, noteCopyProgress } from '#lib/store/compute/image-copies.ts';
import { noteImageProgress } from '#lib/store/compute/images.ts';
import { notePullProgress } from '#lib/store/compute/instances.ts';
import { noteProgress } from '#lib/store/compute/snapshots.ts';
import { transact, type Write } from '#lib/store/platform/write.ts';

/** The operation has ended, or more progress has already been recorded. */
class Outdated extends Error {
  override readonly name = 'Outdated';
}

/** The kinds of jobs that report their progress. */
const reporting = ['create_snapshot', 'restore_snapshot', 'create_image', 'pull_image'] as const;

type Reporting = JobOf<(typeof reporting)[number]>;

/** Whether a job reports its progress. */
export const reportsProgress = (job: Job): job is Reporting => (reporting as readonly string[]).includes(job.kind);

/**
 * Records a host's progress in making or restoring a snapshot, or in getting an image, in percent from 0 to 99. Changes
 * nothing if it is not more than the recorded progress, or if the operation has ended.
 */
export async function reportProgress(job: Reporting, percent: number): Promise<void> {
  const whole = Math.min(99, Math.max(0, Math.floor(percent)));
  await transact([noteOf(job, whole)]).catch((error) => {
    if (!(error instanceof Outdated)) throw error;
  });
}

function noteOf(job: Reporting, percent: number): Write {
  const { account_id, operation } = job;
  const outdated = () => new Outdated();
  if (job.kind === 'create_image') return noteImageProgress(account_id, job.image_id, operation, percent, outdated);
  if (job.kind !== 'pull_image') return noteProgress(account_id, job.snapshot_id, operation, percent, outdated);
  if (copyKey(job.instance_id)) return noteCopyProgress(job, operation, percent, outdated);
  const said = pulling(job.image_id, percent);
  return notePullProgress({ ...job, id: job.instance_id }, operation, said, outdated);
}
