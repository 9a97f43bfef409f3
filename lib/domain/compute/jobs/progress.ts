import { noteProgress } from '#lib/store/compute/snapshots.ts';
import { transact } from '#lib/store/platform/write.ts';
import type { HostJob } from './work.ts';

class Over extends Error {}

/** Notes how far a host has come with making or restoring a snapshot, 0 to 99; less than was noted before, or too late, is nothing. */
export async function reportProgress(job: HostJob, percent: number): Promise<void> {
  const whole = Math.min(99, Math.max(0, Math.floor(percent)));
  const id = String(job.options.snapshot_id);
  const write = noteProgress(job.account_id, id, job.operation, whole, () => new Over());
  await transact([write]).catch((error) => {
    if (!(error instanceof Over)) throw error;
  });
}
