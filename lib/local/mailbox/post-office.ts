import type { Log } from '#lib/local/log.ts';
import { attempt, type ScheduledTask } from '#lib/local/schedules/scheduled-task.ts';

/** Sends mail without waiting for the mail schedule's next minute. */
export interface PostOffice {
  /** Settles once all that was posted before has been tried. */
  send(): Promise<void>;
}

/** Runs the mail schedule, or another, when asked, once for all who ask while it runs; it may run beside the other scheduled tasks. Without that scheduled task it does nothing. */
export function postOffice(
  schedules: readonly ScheduledTask[],
  now: () => Date,
  log: Log,
  wanted = 'mailSchedule',
): PostOffice {
  const task = schedules.find(({ name }) => name === wanted);
  let running: Promise<unknown> = Promise.resolve();
  let next: Promise<void> | undefined;
  const run = async () => {
    await running;
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
