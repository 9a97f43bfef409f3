import type { Log } from '#lib/local/log.ts';
import type { Schedule } from './schedule.ts';

/** A function that runs on a schedule. */
export interface Tick {
  readonly name: string;
  readonly schedule: Schedule;
  /** Does what is due; may answer `{next_at}`: when it next has work, null for not before something else happens. */
  run(due: Date): Promise<unknown>;
}

/** A tick of which no two runs overlap, whoever asks for them: what one has taken up is done when the next begins. */
export function oneAtATime(tick: Tick): Tick {
  let last: Promise<unknown> = Promise.resolve();
  return {
    ...tick,
    run(due) {
      const turn = last.then(() => tick.run(due));
      last = turn.catch(() => undefined);
      return turn;
    },
  };
}

/** The schedule's first due time after `after`, in milliseconds; Infinity where there is none. */
export function dueAfter(tick: Tick, after: number): number {
  return tick.schedule.next(new Date(after + 1))?.getTime() ?? Number.POSITIVE_INFINITY;
}

/** Runs every tick once, in order, and answers when the first of them next has work, in milliseconds. A tick that fails is due at its next time. */
export async function runAll(ticks: readonly Tick[], now: Date, log: Log): Promise<number> {
  let next = Number.POSITIVE_INFINITY;
  for (const tick of ticks) next = Math.min(next, nextWork(tick, now.getTime(), await attempt(tick, now, log)));
  return next;
}

/** Runs one tick; a failure is said in the log and answers undefined. */
export async function attempt(tick: Tick, now: Date, log: Log): Promise<unknown> {
  try {
    return await tick.run(now);
  } catch (error) {
    log.warn(`tick ${tick.name} failed: ${(error as Error).message}`);
    return undefined;
  }
}

/** The moment that a tick's answer names for its next work, in milliseconds; null where it knows of none, undefined where it says nothing. */
export function namedBy(answer: unknown): number | null | undefined {
  const named = (answer as { next_at?: string | null } | null | undefined)?.next_at;
  return typeof named === 'string' ? Date.parse(named) || 0 : named;
}

/** The schedule's first time that is after `now` and not before the moment that the tick named. */
function nextWork(tick: Tick, now: number, answer: unknown): number {
  const named = namedBy(answer);
  if (named === null) return Number.POSITIVE_INFINITY;
  return dueAfter(tick, Math.max(now, (named ?? 0) - 1));
}
