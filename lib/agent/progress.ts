import { setTimeout as wait } from 'node:timers/promises';
import { reportProgress } from '#lib/domain/compute/jobs/progress.ts';
import type { JobOf } from '#lib/model/compute/job.ts';
import { ignore } from '#lib/runtime/system/errors.ts';

/** Least milliseconds between two writes of a job's progress. */
const EVERY_MS = 1000;

/**
 * Answers a function that writes a job's progress, in percent, to the table: the latest value, at most once a second.
 */
export function progressOf(job: JobOf<'create_snapshot' | 'restore_snapshot'>): (percent: number) => void {
  let latest = 0;
  let noting = false;
  const note = async () => {
    for (let noted = 0; noted < latest; ) {
      noted = latest;
      await reportProgress(job, noted).catch(ignore);
      await wait(EVERY_MS, undefined, { ref: false });
    }
    noting = false;
  };
  return (percent) => {
    latest = percent;
    if (noting) return;
    noting = true;
    void note();
  };
}
