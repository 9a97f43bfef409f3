import type { Log } from '#lib/local/log.ts';
import type { Schedule } from './schedule.ts';

/** A function that runs on a schedule. */
export interface ScheduledTask {
  readonly name: string;
  readonly schedule: Schedule;
  /**
   * Does what is due. It may return `{next_at}`: when it next has work; null where only another event brings work. And
   * `look_at`: when it has work by the real clock.
   */
  run(due: Date): Promise<unknown>;
}

/** The task, of which no two runs overlap, from whatever caller: each run begins after the one before has ended. */
export function oneAtATime(task: ScheduledTask): ScheduledTask {
  let last: Promise<unknown> = Promise.resolve();
  return {
    ...task,
    run(due) {
      const turn = last.then(() => task.run(due));
      last = turn.catch(() => undefined);
      return turn;
    },
  };
}

/** The schedule's first due time after `after`, in milliseconds; Infinity where there is none. */
export function dueAfter(task: ScheduledTask, after: number): number {
  return task.schedule.next(new Date(after + 1))?.getTime() ?? Number.POSITIVE_INFINITY;
}

/** Runs one scheduled task. A failure is logged, and the result is undefined. */
export async function attempt(task: ScheduledTask, now: Date, log: Log): Promise<unknown> {
  try {
    return await task.run(now);
  } catch (error) {
    log.warn(`scheduled task ${task.name} failed: ${(error as Error).message}`);
    return undefined;
  }
}

/**
 * The moment that a task's result names for its next work, in milliseconds; null where it knows of none, undefined
 * where it names nothing.
 */
function namedBy(answer: unknown): number | null | undefined {
  const named = (answer as { next_at?: string | null } | null | undefined)?.next_at;
  return typeof named === 'string' ? Date.parse(named) || 0 : named;
}

/**
 * The first moment after `now` at which a task's result has it run beside its schedule, in milliseconds of the civil
 * clock; undefined where it names none. `look_at` comes as the real clock goes on.
 */
export function wokenAt(answer: unknown, now: number): number | undefined {
  const { look_at } = (answer ?? {}) as { look_at?: string };
  const looks = look_at === undefined ? 0 : now + Date.parse(look_at) - Date.now();
  const moments = [namedBy(answer) ?? 0, looks].filter((at) => at > now);
  return moments.length === 0 ? undefined : Math.min(...moments);
}

/**
 * The schedule's first time that is after `now` and not before the moment that the task's answer names, in
 * milliseconds. A task that failed is due at its next scheduled time.
 */
export function nextWork(task: ScheduledTask, now: number, answer: unknown): number {
  const named = namedBy(answer);
  if (named === null) return Number.POSITIVE_INFINITY;
  return dueAfter(task, Math.max(now, (named ?? 0) - 1));
}
