import { setTimeout as wait } from 'node:timers/promises';
import type { HostJob } from '#lib/model/compute/job.ts';
import { ignore } from '#lib/runtime/system/errors.ts';
import type { HostLink } from './link/link.ts';

/** Least milliseconds between two reports of a job's progress. */
const INTERVAL_MS = 1000;

/**
 * Answers a function that reports a job's progress, in percent: the latest value, at most once a second.
 */
export function progressOf(
  link: HostLink,
  { operation, step, turn }: Pick<HostJob, 'operation' | 'step' | 'turn'>,
): (percent: number) => void {
  let latest = 0;
  let reporting = false;
  const report = async () => {
    for (let said = 0; said < latest; ) {
      said = latest;
      await link.call('reportJobProgress', { turn, percent: said }, { operation, step }).catch(ignore);
      await wait(INTERVAL_MS, undefined, { ref: false });
    }
    reporting = false;
  };
  return (percent) => {
    // Drivers estimate, and may go beyond their estimate.
    latest = Math.min(Math.max(percent, 0), 100);
    if (reporting) return;
    reporting = true;
    void report();
  };
}
