import { open } from 'node:fs/promises';

/** Combines requests for a slow flush: each caller resolves after a flush that began after its call. */
export class Flusher {
  readonly #flush: () => Promise<void>;
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;

  constructor(flush: () => Promise<void>) {
    this.#flush = flush;
  }

  /** Resolves once everything written before this call is flushed; rejects where the flush does. */
  request(): Promise<void> {
    if (!this.#running) return this.#start();
    this.#next ??= this.#running.then(
      () => this.#start(),
      () => this.#start(),
    );
    return this.#next;
  }

  #start(): Promise<void> {
    this.#next = undefined;
    const current = this.#flush().finally(() => {
      if (this.#running === current) this.#running = undefined;
    });
    this.#running = current;
    return current;
  }
}

/** Flushes a folder's entries to the disk. */
export async function flushFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
