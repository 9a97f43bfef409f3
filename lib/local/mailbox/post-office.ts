import { setTimeout } from 'node:timers/promises';
import type { Log } from '#lib/local/log.ts';
import { attempt, type ScheduledTask } from '#lib/local/schedules/scheduled-task.ts';

/** Sends mail at once, without waiting for the scheduled task's next run. */
export interface PostOffice {
  /** Settles once everything that was posted before the call has been tried. */
  send(): Promise<void>;
}

/**
 * Runs the scheduled task for mail, or another one, on request. Requests during a run share the next one. It may run at
 * the same time as other scheduled tasks. Without that task it does nothing. `restMs` later than requested it runs, so
 * that requests within that time share a run.
 */
export function postOffice(
  schedules: readonly ScheduledTask[],
  now: () => Date,
  log: Log,
  wanted = 'mailSchedule',
  restMs = 0,
): PostOffice {
  const task = schedules.find(({ name }) => name === wanted);
  let running: Promise<unknown> = Promise.resolve();
  let next: Promise<void> | undefined;
  const run = async () => {
    await Promise.all([running, restMs > 0 && setTimeout(restMs)]);
    next = undefined;
    running = task ? attempt(task, now(), log) : Promise.resolve();
    await running;
  };
  return {
    send() {
      next ??= run();
      return next;
    },
  };
}
