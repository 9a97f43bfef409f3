import { setTimeout as wait } from 'node:timers/promises';
import { reportProgress } from '#lib/domain/compute/jobs/progress.ts';
import type { JobOf } from '#lib/model/compute/job.ts';
import { ignore } from '#lib/runtime/system/errors.ts';

/** Least milliseconds between two writes of a job's progress. */
const WRITE_INTERVAL_MS = 1000;

/**
 * Answers a function that writes a job's progress, in percent, to the table: the latest value, at most once a second.
 */
export function progressOf(job: JobOf<'create_snapshot' | 'restore_snapshot'>): (percent: number) => void {
  let latest = 0;
  let writing = false;
  const write = async () => {
    for (let written = 0; written < latest; ) {
      written = latest;
      await reportProgress(job, written).catch(ignore);
      await wait(WRITE_INTERVAL_MS, undefined, { ref: false });
    }
    writing = false;
  };
  return (percent) => {
    latest = percent;
    if (writing) return;
    writing = true;
    void write();
  };
}
