import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * How work enters. A `request` comes from outside, and waits once somebody wants to be alone. `inner` work is what
 * requests that are under way may wait for, so it waits only once those have ended.
 */
export type Entry = 'request' | 'inner';

interface UnderWay {
  readonly what: string;
  readonly as: Entry;
}

/** Something that did not end in time; `what` names it. */
export class StillUnderWay extends Error {
  readonly what: string;

  constructor(what: string) {
    super(`${what} is under way`);
    this.name = 'StillUnderWay';
    this.what = what;
  }
}

/**
 * What the platform does at a moment: requests, functions, scheduled tasks. Who wants to be alone waits until all of it
 * has ended, and what comes meanwhile waits until he is done.
 */
export class Gate {
  readonly #underWay = new Set<UnderWay>();
  readonly #inside = new AsyncLocalStorage<UnderWay>();
  #held: ReadonlySet<Entry> = new Set();
  #changed = Promise.withResolvers<void>();
  #last: Promise<unknown> = Promise.resolve();

  /**
   * Does the work once it may enter. Work within work that has entered enters with it. Rejects with the signal's reason
   * where that aborts first.
   */
  async run<T>(what: string, as: Entry, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const outer = this.#inside.getStore();
    // A timer keeps the context of the work that set it, also after that work has ended.
    const isWithin = outer !== undefined && this.#underWay.has(outer);
    while (!isWithin && this.#held.has(as)) await this.#change(signal);
    const entered = { what, as };
    this.#underWay.add(entered);
    try {
      return await this.#inside.run(entered, work);
    } finally {
      this.#underWay.delete(entered);
      this.#announce();
    }
  }

  /** The same for who does not wait for longer than this. Answers whether the work was done. */
  async runWithin(milliseconds: number, what: string, as: Entry, work: () => Promise<void>): Promise<boolean> {
    if (!this.#held.has(as)) {
      await this.run(what, as, work);
      return true;
    }
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), milliseconds);
    let entered = false;
    const enter = () => {
      entered = true;
      clearTimeout(timer);
      return work();
    };
    try {
      await this.run(what, as, enter, late.signal);
    } catch (error) {
      if (entered) throw error;
    } finally {
      clearTimeout(timer);
    }
    return entered;
  }

  /**
   * Does the work while nothing else is under way, one such work after the other. Rejects with StillUnderWay, and has
   * held nothing up for longer, where that does not come about by `deadline` (of `performance.now()`).
   */
  alone<T>(deadline: number, work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(async () => {
      try {
        for (const held of [['request'], ['request', 'inner']] as const) {
          this.#hold(held);
          await this.#ended(held, deadline);
        }
        return await work();
      } finally {
        this.#hold([]);
      }
    });
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  #hold(held: readonly Entry[]): void {
    this.#held = new Set(held);
    this.#announce();
  }

  /** Waits until none of these is under way. */
  async #ended(kinds: readonly Entry[], deadline: number): Promise<void> {
    const left = () => [...this.#underWay].find(({ as }) => kinds.includes(as));
    for (let one = left(); one; one = left()) {
      const rest = deadline - performance.now();
      if (rest <= 0) throw new StillUnderWay(one.what);
      const late = new AbortController();
      await Promise.race([this.#changed.promise, delay(rest, undefined, { signal: late.signal })]);
      late.abort();
    }
  }

  #change(signal: AbortSignal | undefined): Promise<void> {
    if (!signal) return this.#changed.promise;
    return new Promise((resolve, reject) => {
      const stop = () => reject(signal.reason);
      if (signal.aborted) return stop();
      signal.addEventListener('abort', stop, { once: true });
      void this.#changed.promise.then(() => {
        signal.removeEventListener('abort', stop);
        resolve();
      });
    });
  }

  #announce(): void {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers<void>();
  }
}
