import { setImmediate } from 'node:timers/promises';

/** Counts work in progress, so that callers can wait until there is none. */
export class Activity {
  #count = 0;
  #waiting: (() => void)[] = [];

  /** Counts this promise as work until it settles. */
  async track<T>(promise: Promise<T>): Promise<T> {
    this.#count += 1;
    try {
      return await promise;
    } finally {
      this.#count -= 1;
      if (this.#count === 0) for (const wake of this.#waiting.splice(0)) wake();
    }
  }

  /** Resolves when no work is in progress and none follows directly from work that has just ended. */
  async quiet(): Promise<void> {
    for (;;) {
      if (this.#count > 0) await new Promise<void>((resolve) => this.#waiting.push(resolve));
      await setImmediate();
      if (this.#count === 0) return;
    }
  }
}
