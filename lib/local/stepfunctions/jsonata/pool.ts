import { Worker } from 'node:worker_threads';
import type { Job, Reply } from './worker.ts';

interface Waiting {
  job: Job;
  resolve: (reply: Reply) => void;
}

/**
 * Evaluates JSONata in a thread of its own, started on first use, so that no expression can hold up or exhaust the
 * process: one that takes longer than `limit` ms or more than 128 MB ends in an error and the thread starts anew.
 */
export class JsonataPool {
  readonly #limit: number;
  readonly #queue: Waiting[] = [];
  #worker: Worker | undefined;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(limit = 5_000) {
    this.#limit = limit;
  }

  /** The reply for this job; jobs are answered in order. Never rejects. */
  evaluate(job: Job): Promise<Reply> {
    return new Promise((resolve) => {
      this.#queue.push({ job, resolve });
      if (this.#worker) this.#worker.postMessage(job);
      else this.#start();
      if (this.#queue.length === 1) this.#watch();
    });
  }

  /** Ends the thread; what is still waiting is never answered. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.#worker?.terminate();
  }

  #start(): void {
    if (this.#closed) return;
    const worker = new Worker(new URL('./worker.ts', import.meta.url), {
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 },
    });
    this.#worker = worker;
    worker.on('message', (reply: Reply) => this.#settle(reply));
    worker.on('error', (error) => this.#blame(worker, error.message));
    worker.unref();
    for (const { job } of this.#queue) worker.postMessage(job);
  }

  #settle(reply: Reply): void {
    clearTimeout(this.#timer);
    this.#queue.shift()?.resolve(reply);
    if (this.#queue.length > 0) this.#watch();
  }

  #watch(): void {
    const worker = this.#worker;
    this.#timer = setTimeout(() => {
      this.#blame(worker, `took longer than ${this.#limit} ms`);
    }, this.#limit);
  }

  /** The first in the queue is what the thread was at: it fails, the rest go to a new thread. */
  #blame(worker: Worker | undefined, message: string): void {
    if (worker !== this.#worker || this.#closed) return;
    this.#worker = undefined;
    worker?.removeAllListeners();
    worker?.on('error', () => undefined);
    void worker?.terminate();
    clearTimeout(this.#timer);
    const blamed = this.#queue.shift();
    if (this.#queue.length > 0) {
      this.#start();
      this.#watch();
    }
    const { field, source } = blamed?.job.expressions[0] ?? { field: '', source: '' };
    blamed?.resolve({ field, source, message: `threw an error during evaluation. ${message}` });
  }
}
