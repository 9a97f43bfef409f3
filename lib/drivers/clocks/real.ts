/** What the time of a process is taken from. Tests have one of their own (test/support/clock.ts). */
export interface TimeSource {
  now(): Date;
  /** Milliseconds since some moment; a change of the computer's clock does not show. */
  elapsed(): number;
  /** Settles after so many milliseconds. */
  pause(milliseconds: number): Promise<void>;
  /** Calls `late` after so many milliseconds, unless the answer is called before. */
  limit(milliseconds: number, late: () => void): () => void;
}

/** The time of the computer. */
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

/** Takes the time of this process, also of the civil clock, from elsewhere; without an argument from the computer. */
export function useTime(other: TimeSource = computer): void {
  source = other;
}

/**
 * The time of the real clock, which is never moved: signatures, leases, heartbeats, deadlines of jobs, rate windows,
 * and whatever a person's device or another program counts by its own clock.
 */
export function realNow(): Date {
  return source.now();
}

/** Milliseconds since some moment, for what has passed between two calls. */
export function elapsed(): number {
  return source.elapsed();
}

/** Settles after so many milliseconds of the real clock. */
export function pause(milliseconds: number): Promise<void> {
  return source.pause(milliseconds);
}

/**
 * Waits for work, at most `milliseconds` of the real clock; after that, rejects with the error that `late` makes. The
 * work itself is not cancelled.
 */
export function withTimeout<T>(work: Promise<T>, milliseconds: number, late: () => Error): Promise<T> {
  let cancel = (): void => undefined;
  const expiry = new Promise<never>((_, reject) => {
    cancel = source.limit(milliseconds, () => reject(late()));
  });
  return Promise.race([work, expiry]).finally(cancel);
}
