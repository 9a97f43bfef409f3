import { Cancelled } from './errors.ts';

/** Milliseconds. Timers stop while a laptop sleeps, so no timer is longer and no deadline is late by more. */
const LONGEST_NAP = 60_000;

/** Resolves at or after the wall-clock time `at` (ms since 1970); rejects with Cancelled when the signal aborts. */
export function sleepUntil(at: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined;
    const stop = () => {
      clearTimeout(timer);
      reject(new Cancelled());
    };
    if (signal.aborted) return stop();
    signal.addEventListener('abort', stop, { once: true });
    const nap = () => {
      const left = at - Date.now();
      if (left > 0) {
        timer = setTimeout(nap, Math.min(left, LONGEST_NAP));
        return;
      }
      signal.removeEventListener('abort', stop);
      resolve();
    };
    nap();
  });
}

/** The promise's result; rejects with Cancelled as soon as the signal aborts. */
export function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(new Cancelled());
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
