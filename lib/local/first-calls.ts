import { setTimeout as wait } from 'node:timers/promises';
import type { FaultBook } from './dev/faults/book.ts';

/**
 * The first calls of functions, which a fault can hold up as the start of a new process does in the cloud: the first
 * call of each function since the faults were set.
 */
export class FirstCalls {
  #book: FaultBook | undefined;
  readonly #called = new Set<string>();

  /** From now on the faults of this book apply. */
  follow(book: FaultBook): void {
    book.onChange(() => {
      this.#called.clear();
      this.#book = book.armed().includes('function') ? book : undefined;
    });
  }

  /** Settles when a function, by its key in functions.yml, may be called. */
  async before(key: string): Promise<void> {
    const book = this.#book;
    if (!book || this.#called.has(key)) return;
    const struck = book.strike({ where: 'function', subject: { names: [key] } });
    if (!struck) return;
    this.#called.add(key);
    await wait((struck.after_seconds ?? 0) * 1000, undefined, { signal: book.over }).catch(() => undefined);
  }
}
