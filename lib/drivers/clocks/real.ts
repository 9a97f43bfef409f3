/**
 * The time of the real clock, which is never moved: signatures, leases, heartbeats, deadlines of jobs, rate windows.
 */
export function realNow(): Date {
  return new Date();
}

/**
 * Waits for work, at most `milliseconds` of the real clock; after that, rejects with the error that `late` makes. The
 * work itself is not cancelled.
 */
export function withTimeout<T>(work: Promise<T>, milliseconds: number, late: () => Error): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const expiry = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), milliseconds);
  });
  return Promise.race([work, expiry]).finally(() => clearTimeout(timer));
}

/** Lengths of time within this process. Tests take the place of both, so that they need not wait. */
export const timers = {
  /** Milliseconds of a clock that only goes forward. */
  now: (): number => performance.now(),
  /** Resolves after so many milliseconds. */
  pause: (milliseconds: number): Promise<void> => new Promise((done) => setTimeout(done, milliseconds)),
};
