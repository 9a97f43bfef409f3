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
/** An evaluation takes this much computing at most (ms). */
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
  #idle: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(limit = LIMIT) {
    this.#limit = limit;
  }

  /** The reply for this job; jobs are answered in order. Never rejects; after `close` it never settles. */
  evaluate(job: Job): Promise<Reply> {
    return new Promise((resolve) => {
      this.#queue.push({ job, resolve, suspect: false });
      clearTimeout(this.#idle);
      if (this.#child) this.#child.send(job);
      else this.#start();
    });
  }

  /** Ends the process; what is still waiting is never answered. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#idle);
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }

  #start(): void {
    if (this.#closed) return;
    const child = fork(PROCESS, [String(this.#limit)], {
      execArgv: [],
      env: {},
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.#child = child;
    child.on('message', (reply: Reply) => this.#settle(child, reply));
    child.on('exit', () => this.#died(child));
    // Of one that runs, its exit is what counts.
    child.on('error', () => child.pid ?? this.#died(child));
    child.unref();
    child.channel?.unref();
    for (const { job } of this.#queue) child.send(job);
  }

  #settle(child: ChildProcess, reply: Reply): void {
    if (child !== this.#child) return;
    this.#queue.shift()?.resolve(reply);
    if ('last' in reply) this.#drop();
    if (this.#queue.length === 0) this.#idle = setTimeout(() => this.#drop(), IDLE).unref();
    else if (!this.#child) this.#start();
  }

  /** The first in the queue was at work. It gets one more chance: a process may also be killed from outside. */
  #died(child: ChildProcess): void {
    if (child !== this.#child) return;
    this.#child = undefined;
    const [first] = this.#queue;
    if (first?.suspect) {
      this.#queue.shift();
      const { field, source } = first.job.expressions[0] ?? { field: '', source: '' };
      first.resolve({ field, source, message: 'threw an error during evaluation: it used more memory than there is' });
    } else if (first) first.suspect = true;
    if (this.#queue.length > 0) this.#start();
  }

  #drop(): void {
    clearTimeout(this.#idle);
    this.#child?.kill('SIGKILL');
    this.#child = undefined;
  }
}
