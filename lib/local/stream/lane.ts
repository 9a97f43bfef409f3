import { setTimeout } from 'node:timers/promises';

/** Keys that are read in order: one batch at a time, each with everything that came since the last one began. */
export class Lane {
  readonly #read: (keys: readonly string[]) => Promise<void>;
  readonly #restMs: number;
  #keys: string[] = [];
  #last: Promise<unknown> = Promise.resolve();

  /** `restMs` after a key came it is read, so that keys within that time share a batch. */
  constructor(read: (keys: readonly string[]) => Promise<void>, restMs = 0) {
    this.#read = read;
    this.#restMs = restMs;
  }

  add(key: string): void {
    if (this.#keys.push(key) > 1) return;
    void this.apart(async () => {
      if (this.#restMs > 0) await setTimeout(this.#restMs);
      await this.#read(this.#keys.splice(0));
    });
  }

  /** Runs `work` after everything before it, and before everything that comes later. */
  apart<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => undefined);
    return turn;
  }
}
