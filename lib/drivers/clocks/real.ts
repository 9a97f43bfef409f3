/** The source of a process's time. Tests use their own (test/support/vitest/clock.ts). */
export interface TimeSource {
  now(): Date;
  /** Milliseconds since an arbitrary moment, unaffected by changes of the computer's clock. */
  elapsed(): number;
  /** Settles after this many milliseconds. */
  pause(milliseconds: number): Promise<void>;
  /** Calls `late` after this many milliseconds, unless the returned function is called first. */
  limit(milliseconds: number, late: () => void): () => void;
}

/** The computer's own time. */
export const computer: TimeSource = {
  now: () => new Date(),
  elapsed: () => performance.now(),
  pause: (milliseconds) => new Promise((done) => setTimeout(done, milliseconds)),
  limit(milliseconds, late) {
    const timer = setTimeout(late, milliseconds);
    return () => clearTimeout(timer);
  },
};

let source = computer;

/** Replaces this process's time source, also for the civil clock. Without an argument it is the computer again. */
export function useTime(other: TimeSource = computer): void {
  source = other;
}

/**
 * The time of the real clock, which is never moved. It is for signatures, leases, heartbeats, deadlines of jobs and
 * rate windows, and for anything that a person's device or another program measures by its own clock.
 */
export function realNow(): Date {
  return source.now();
}

/** Milliseconds since an arbitrary moment, to measure the time between two calls. */
export function elapsed(): number {
  return source.elapsed();
}

/** Settles after so many milliseconds of the real clock. */
export function pause(milliseconds: number): Promise<void> {
  return source.pause(milliseconds);
}

/**
 * Waits for work for at most `milliseconds` of the real clock, then rejects with the error that `late` makes. The work
 * itself is not cancelled.
 */
export function withTimeout<T>(work: Promise<T>, milliseconds: number, late: () => Error): Promise<T> {
  let cancel = (): void => undefined;
  const expiry = new Promise<never>((_, reject) => {
    cancel = source.limit(milliseconds, () => reject(late()));
  });
  return Promise.race([work, expiry]).finally(cancel);
}
