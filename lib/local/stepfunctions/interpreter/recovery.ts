import type { Catcher, Retrier } from '#lib/local/stepfunctions/asl/definition.ts';

const TIMEOUTS = new Set(['States.Timeout', 'States.HeartbeatTimeout']);
/** Errors that no wildcard catches. */
const TERMINAL = new Set(['States.DataLimitExceeded', 'States.Runtime']);

/** Whether an ErrorEquals list matches this error, including by wildcards. */
export function matches(names: readonly string[], error: string): boolean {
  return names.some((name) => {
    if (name === error) return true;
    if (TERMINAL.has(error)) return false;
    if (name === 'States.ALL') return true;
    if (name === 'States.TaskFailed') return !TIMEOUTS.has(error);
    return name === 'States.Timeout' && error === 'States.HeartbeatTimeout';
  });
}

/**
 * The index of the retrier for this error, or -1. The first that matches is chosen, also where it is used up: then -1.
 */
export function pickRetrier(retriers: readonly Retrier[] = [], used: readonly number[], error: string): number {
  const index = retriers.findIndex(({ ErrorEquals }) => matches(ErrorEquals, error));
  const retrier = retriers[index];
  return retrier && (used[index] ?? 0) < (retrier.MaxAttempts ?? 3) ? index : -1;
}

/** The catcher for this error: the first that matches. */
export function pickCatcher(catchers: readonly Catcher[] = [], error: string): Catcher | undefined {
  return catchers.find(({ ErrorEquals }) => matches(ErrorEquals, error));
}

/** Milliseconds before the next attempt, after `used` earlier ones: interval × rate^used, capped, then full jitter. */
export function nextDelay(retrier: Retrier, used: number, random: () => number = Math.random): number {
  const { IntervalSeconds = 1, BackoffRate = 2, MaxDelaySeconds = Number.POSITIVE_INFINITY } = retrier;
  const seconds = Math.min(IntervalSeconds * BackoffRate ** used, MaxDelaySeconds, 99_999_999);
  return Math.round(1000 * seconds * (retrier.JitterStrategy === 'FULL' ? random() : 1));
}
