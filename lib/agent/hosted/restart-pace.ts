import { setTimeout as sleep } from 'node:timers/promises';
import { DriverError } from '#lib/runtime/driver.ts';

/** Waits so many milliseconds; rejects when the signal fires. */
export type Wait = (ms: number, signal: AbortSignal) => Promise<unknown>;

/** Milliseconds before the second start in succession, and the most. Each further start waits twice as long. */
const pause = { first: 1000, most: 30_000 };

/** Milliseconds after which a runtime's end is no longer one of a succession. */
const settledAfter = 60_000;

/**
 * The pace at which a runtime that ends is started again: at once after a first end, later and later when it ends again
 * soon, so that a host whose runtime ends in a loop does not spin. It never gives up.
 */
export class RestartPace {
  readonly #wait: Wait;
  #ends = 0;
  #startedAt = 0;

  constructor(wait: Wait = (ms, signal) => sleep(ms, undefined, { signal })) {
    this.#wait = wait;
  }

  /** Resolves when the runtime may be started; rejects when the signal fires. */
  async beforeStart(signal: AbortSignal): Promise<void> {
    if (this.#ends > 1) await this.#wait(Math.min(pause.first * 2 ** (this.#ends - 2), pause.most), signal);
    this.#startedAt = performance.now();
  }

  /** Notes that the runtime ended, or could not be started. */
  ended(): void {
    this.#ends = performance.now() - this.#startedAt < settledAfter ? this.#ends + 1 : 1;
  }
}

/** Starts one after the other, each at its pace, until one has started or the signal fires. Each failure is logged. */
export async function untilOne(
  start: () => Promise<unknown>,
  log: (line: string) => void,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      await start();
      return;
    } catch (error) {
      if (!signal.aborted) log((error as Error).message);
    }
  }
}

/** Waits for work that others wait for too, and no longer once the signal fires: then it rejects with ABORTED. */
export function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work;
  return new Promise((resolve, reject) => {
    const abort = () => reject(new DriverError('ABORTED', 'the call was aborted'));
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
