import type { Log } from '#lib/local/log.ts';
import { asStream } from '#lib/local/schedules/as-stream.ts';
import { attempt, type ScheduledTask } from '#lib/local/schedules/scheduled-task.ts';

/** Sends mail at once, without waiting for the scheduled task's next run. */
export interface PostOffice {
  /** Settles once everything that was posted before the call has been tried. */
  send(): Promise<void>;
}

/**
 * Runs the scheduled task for mail on request. Requests during a run share the next one. It may run at the same time as
 * other scheduled tasks, but not beside what else sends mail, which `apart` knows. Without that task it does nothing.
 */
export function postOffice(
  schedules: readonly ScheduledTask[],
  now: () => Date,
  log: Log,
  apart: <T>(work: () => Promise<T>) => Promise<T>,
): PostOffice {
  const task = schedules.find(({ name }) => name === 'mailSchedule');
  let next: Promise<void> | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const run = async () => {
    await last;
    next = undefined;
    last = task ? apart(() => asStream(() => attempt(task, now(), log))) : Promise.resolve();
    await last;
  };
  return {
    send() {
      next ??= run();
      return next;
    },
  };
}
