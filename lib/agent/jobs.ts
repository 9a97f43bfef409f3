import { answer, beat, finish, type HostJob, openJobs, take } from '#lib/domain/compute/jobs/work.ts';
import { configure } from './configure.ts';
import type { ComputeDriver } from './driver.ts';
import { perform } from './perform.ts';
import { progressOf } from './progress.ts';
import { isSame, isWaitedFor, subjectsOf, supersedes } from './touches.ts';

/** Milliseconds between looks at the queue: for a while after work, and otherwise. */
const eager = 250;
const idle = 1_000;
const eagerFor = 30_000;
const beatEvery = 10_000;

/** Jobs of which the table says how far they have come. */
const reporting: ReadonlySet<HostJob['kind']> = new Set(['create_snapshot', 'restore_snapshot']);

/** What is being done with an instance, a volume or a snapshot: a job, or work of the agent's own. */
interface Running {
  job?: HostJob;
  abort: AbortController;
  done: Promise<void>;
}

/**
 * Works a host's queue, oldest first: never two jobs at once that touch the same instance, volume or snapshot. A destroy,
 * or a later operation's job, aborts what its instance is doing. Open jobs are kept alive by heartbeats; one that nobody
 * waits for any more is aborted.
 */
export class JobLoop {
  readonly #host: string;
  readonly #epoch: number;
  readonly #driver: ComputeDriver;
  readonly #log: (text: string) => void;
  /** By what it touches. */
  readonly #running = new Map<string, Running>();
  readonly #beats: NodeJS.Timeout;
  readonly #loop: Promise<void>;
  #open: HostJob[] = [];
  #lastWork = performance.now();
  #closed = false;
  #wake: () => void = () => undefined;

  constructor(host: string, epoch: number, driver: ComputeDriver, log: (text: string) => void) {
    this.#host = host;
    this.#epoch = epoch;
    this.#driver = driver;
    this.#log = log;
    this.#beats = setInterval(() => void this.#keepAlive(), beatEvery);
    this.#loop = this.#work();
  }

  /** Looks at the queue at once: somebody rang. */
  wake(): void {
    this.#wake();
  }

  /** Does the agent's own work on an instance, after the job that runs there and before the next. */
  async alone(instance: string, work: () => Promise<void>): Promise<void> {
    for (let other = this.#running.get(instance); other; other = this.#running.get(instance)) await other.done;
    if (!this.#closed) await this.#hold([instance], work);
  }

  /** Keeps what is touched to one piece of work until it is done. */
  #hold(subjects: string[], work: (signal: AbortSignal) => Promise<void>, job?: HostJob): Promise<void> {
    const abort = new AbortController();
    const done = work(abort.signal).finally(() => {
      for (const subject of subjects) this.#running.delete(subject);
    });
    for (const subject of subjects) this.#running.set(subject, { abort, done, ...(job && { job }) });
    return done;
  }

  /** Takes no more jobs and aborts those under way; the next start of the agent does them again. */
  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#beats);
    for (const { abort } of this.#running.values()) abort.abort();
    this.#wake();
    await Promise.all([this.#loop, ...[...this.#running.values()].map(({ done }) => done)]);
  }

  async #work(): Promise<void> {
    while (!this.#closed) {
      // Rung while looking: look again at once, since the look may have missed what the ring was about.
      let rung = false;
      this.#wake = () => {
        rung = true;
      };
      await this.#look().catch((error) => this.#log(`queue: ${(error as Error).message}`));
      if (!rung && !this.#closed) await this.#pause();
    }
  }

  #pause(): Promise<void> {
    const busy = performance.now() - this.#lastWork < eagerFor;
    return new Promise((done) => {
      const timer = setTimeout(done, busy ? eager : idle);
      this.#wake = () => {
        clearTimeout(timer);
        done();
      };
    });
  }

  async #look(): Promise<void> {
    this.#open = await openJobs(this.#host);
    const waiting = new Set<string>();
    for (const job of this.#open)
      if (!this.#consider(job, waiting)) for (const one of subjectsOf(job)) waiting.add(one);
  }

  /** Begins a job unless it has to wait; false where it has. None overtakes one that waits for the same, but a destroy. */
  #consider(job: HostJob, waiting: ReadonlySet<string>): boolean {
    const subjects = subjectsOf(job);
    const held = subjects.flatMap((subject) => this.#running.get(subject) ?? []);
    // A wish made anew while it is carried out is still open after, and carried out once more.
    if (held.length > 0 && job.kind === 'configure') return false;
    const own = held.flatMap((current) => current.job ?? []).find((running) => isSame(running, job));
    if (own) own.token = job.token;
    if (own) return true;
    for (const current of held) if (supersedes(job, current.job)) current.abort.abort();
    const overtakes = job.kind !== 'destroy' && subjects.some((subject) => waiting.has(subject));
    if (held.length > 0 || overtakes) return false;
    if (!this.#closed) void this.#hold(subjects, (signal) => this.#run(job, signal), job);
    return true;
  }

  async #run(job: HostJob, signal: AbortSignal): Promise<void> {
    try {
      if (!(await take(job, this.#epoch))) return;
      this.#lastWork = performance.now();
      await this.#perform(job, signal);
      // The instance's next job may be waiting.
      this.#wake();
    } catch (error) {
      this.#log(`job ${job.step} of ${job.instance_id}: ${(error as Error).message}`);
    }
  }

  async #perform(job: HostJob, signal: AbortSignal): Promise<void> {
    const { kind } = job;
    if (kind === 'configure') return configure(this.#driver, job, signal);
    // An earlier start's outcome no longer tells how the machine is: it went down with that agent.
    if (job.outcome?.ok && job.epoch === this.#epoch) return answer(job, job.outcome);
    const following = { signal, ...(reporting.has(kind) && { onProgress: progressOf(job) }) };
    const outcome = await perform(this.#driver, { ...job, kind }, following);
    if (!this.#closed) await finish(job, this.#epoch, outcome);
  }

  async #keepAlive(): Promise<void> {
    await Promise.all(
      this.#open.filter(isWaitedFor).map(async (job) => {
        const waitedFor = await beat(job).catch(() => true);
        const running = this.#running.get(job.instance_id);
        if (!waitedFor && running?.job && isSame(running.job, job)) running.abort.abort();
      }),
    );
  }
}
