import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Job, Reply } from './worker.ts';

interface Waiting {
  job: Job;
  resolve: (reply: Reply) => void;
  /** It was the one at work when a process died. */
  suspect: boolean;
}

const PROCESS = fileURLToPath(new URL('./process.ts', import.meta.url));
/** An evaluation takes this long at most (ms). */
const LIMIT = 5_000;
/** A process that has had nothing to do for this long is let go (ms). */
const IDLE = 300_000;

/**
 * Evaluates JSONata in a process of its own, started on first use: an expression that loops, or fills a heap in one
 * stroke (which no thread survives), ends in an error, and takes neither this process nor other expressions with it.
 */
export class JsonataPool {
  readonly #limit: number;
  readonly #queue: Waiting[] = [];
  #child: ChildProcess | undefined;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(limit = LIMIT) {
    this.#limit = limit;
  }

  /** The reply for this job; jobs are answered in order. Never rejects; after `close` it never settles. */
  evaluate(job: Job): Promise<Reply> {
    return new Promise((resolve) => {
      this.#queue.push({ job, resolve, suspect: false });
      if (this.#child) this.#child.send(job);
      else this.#start();
      if (this.#queue.length === 1) this.#watch();
    });
  }

  /** Ends the process; what is still waiting is never answered. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }

  #start(): void {
    if (this.#closed) return;
    const child = fork(PROCESS, { execArgv: [], env: {}, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
    this.#child = child;
    child.on('message', (reply: Reply) => this.#settle(child, reply));
    child.on('exit', () => this.#died(child));
    // Sending to a process that has just died; its exit is what counts.
    child.on('error', () => undefined);
    child.unref();
    child.channel?.unref();
    for (const { job } of this.#queue) child.send(job);
  }

  #settle(child: ChildProcess, reply: Reply): void {
    if (child !== this.#child) return;
    this.#queue.shift()?.resolve(reply);
    this.#watch();
  }

  /** Gives the first in the queue its time, or an idle process its notice. */
  #watch(): void {
    clearTimeout(this.#timer);
    if (this.#closed) return;
    const busy = this.#queue.length > 0;
    this.#timer = setTimeout(
      () => (busy ? this.#fail(`it took longer than ${this.#limit} ms`) : this.#drop()),
      busy ? this.#limit : IDLE,
    );
    this.#timer.unref();
  }

  /** The first in the queue was at work. It gets one more chance: a process may also be killed from outside. */
  #died(child: ChildProcess): void {
    if (child !== this.#child || this.#closed) return;
    this.#child = undefined;
    const [first] = this.#queue;
    if (first?.suspect) this.#fail('it used more memory than there is');
    else if (first) {
      first.suspect = true;
      this.#restart();
    }
  }

  #fail(message: string): void {
    this.#drop();
    const blamed = this.#queue.shift();
    if (this.#queue.length > 0) this.#restart();
    const { field, source } = blamed?.job.expressions[0] ?? { field: '', source: '' };
    blamed?.resolve({ field, source, message: `threw an error during evaluation: ${message}` });
  }

  #restart(): void {
    this.#start();
    this.#watch();
  }

  #drop(): void {
    clearTimeout(this.#timer);
    const child = this.#child;
    this.#child = undefined;
    child?.kill('SIGKILL');
  }
}
