import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Job, Reply } from './worker.ts';

interface Waiting {
  job: Job;
  resolve: (reply: Reply) => void;
  /** Whether it was the job in progress when a process died. */
  suspect: boolean;
}

const PROCESS = fileURLToPath(new URL('./process.ts', import.meta.url));
/** Milliseconds of computing that one evaluation may take. */
const LIMIT = 5_000;
/** Milliseconds without work after which a process is ended. */
const IDLE = 300_000;

/**
 * Evaluates JSONata in a process of its own, started on first use. An expression that loops, or that fills the heap at
 * once (which no thread survives), ends in an error, and affects neither this process nor other expressions.
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

  /** The reply to this job; jobs are answered in order. Never rejects. After `close` it never settles. */
  evaluate(job: Job): Promise<Reply> {
    return new Promise((resolve) => {
      this.#queue.push({ job, resolve, suspect: false });
      clearTimeout(this.#idle);
      if (this.#child) this.#child.send(job);
      else this.#start();
    });
  }

  /** Ends the process; waiting jobs are never answered. */
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
    // For a running process its exit counts.
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

  /**
   * The first job in the queue was in progress. It is tried once more, since a process may also be killed from outside.
   */
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
