import { setTimeout as wait } from 'node:timers/promises';
import type { FaultBook } from './dev/faults/book.ts';

/**
 * The first calls of functions, which a fault can hold up as the start of a new process does in the cloud: the first
 * call of each function since the faults were set.
 */
export class FirstCalls {
  #book: FaultBook | undefined;
  readonly #together: readonly string[];
  readonly #called = new Set<string>();
  /** The functions that start with another one, and were not called yet: when each has started. */
  readonly #starting = new Map<string, Promise<void>>();

  /**
   * `together` are functions that the cloud starts at one time, such as those of schedules, which are called here one
   * after another.
   */
  constructor(together: readonly string[] = []) {
    this.#together = together;
  }

  /** From now on the faults of this book apply. */
  follow(book: FaultBook): void {
    book.onChange(() => {
      this.#called.clear();
      this.#starting.clear();
      this.#book = book.armed().includes('function') ? book : undefined;
    });
  }

  /** Settles when a function, by its key in functions.yml, may be called. */
  async before(key: string): Promise<void> {
    const book = this.#book;
    if (!book) return;
    const starting = this.#starting.get(key) ?? this.#start(book, key);
    this.#starting.delete(key);
    const others = this.#together.includes(key) ? this.#together.filter((other) => other !== key) : [];
    for (const other of others) {
      const started = this.#start(book, other);
      if (started !== undefined) this.#starting.set(other, started);
    }
    await starting;
  }

  /** When a function that was not called yet has started; undefined where nothing holds it up. */
  #start(book: FaultBook, key: string): Promise<void> | undefined {
    if (this.#called.has(key)) return undefined;
    const struck = book.strike({ where: 'function', subject: { names: [key] } });
    if (!struck) return undefined;
    this.#called.add(key);
    const time = (struck.after_seconds ?? 0) * 1000;
    return wait(time, undefined, { signal: book.over }).catch(() => undefined);
  }
}
