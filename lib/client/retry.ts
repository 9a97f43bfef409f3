import type { SvcError } from './error.ts';

/** Milliseconds that the first repetition waits at most; each further one may wait twice as long, up to `longest`. */
const shortest = 200;
const longest = 10_000;

/** Seconds of Retry-After above which waiting is the caller's decision. */
const patience = 30;

/**
 * Milliseconds until a failed call is repeated; undefined where it is not. Repeated are 429, 503 and lost connections,
 * and what a first attempt, whose reply was lost, is still busy with. The time is random between nothing and a bound
 * that doubles, so that many clients do not come back at once, and is added to what the platform asks for.
 */
export function delayBefore(error: SvcError, attempt: number, retries: number): number | undefined {
  if (attempt > retries || !isPassing(error)) return undefined;
  const { retryAfter = 0 } = error;
  if (retryAfter > patience) return undefined;
  return Math.round(retryAfter * 1000 + Math.random() * Math.min(longest, shortest * 2 ** (attempt - 1)));
}

const isPassing = ({ code, status }: SvcError): boolean =>
  status === 429 || status === 503 || code === 'connection_failed' || code === 'idempotency_in_progress';
