import { type FileHandle, open } from 'node:fs/promises';

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

/** A folder whose entries are flushed to the disk; it is opened for the first flush, and stays open. */
export class FlushedFolder {
  readonly #path: string;
  #handle: Promise<FileHandle> | undefined;
  readonly #flusher = new Flusher(async () => {
    this.#handle ??= open(this.#path, 'r');
    const handle = await this.#handle.catch((error) => {
      this.#handle = undefined;
      throw error;
    });
    await handle.sync();
  });

  constructor(path: string) {
    this.#path = path;
  }

  /** Resolves once every entry made so far would be found after a crash. */
  durable(): Promise<void> {
    return this.#flusher.request();
  }

  /** Lets go of the folder; a later flush opens it again. */
  async close(): Promise<void> {
    const handle = this.#handle;
    this.#handle = undefined;
    await (await handle)?.close();
  }
}
