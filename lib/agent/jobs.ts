import { answer, beat, finish, type HostJob, openJobs, take } from '#lib/domain/jobs/work.ts';
import { configure } from './configure.ts';
import type { ComputeDriver } from './driver.ts';
import { perform } from './perform.ts';

/** Milliseconds between looks at the queue: for a while after work, and otherwise. */
const eager = 250;
const idle = 1_000;
const eagerFor = 30_000;
const beatEvery = 10_000;

/** What is being done with one instance: a job, or work of the agent's own. */
interface Running {
  job?: HostJob;
  abort: AbortController;
  done: Promise<void>;
}

/**
 * Works a host's queue: one job an instance at a time, oldest first, except that a destroy, or a later operation's job,
 * aborts whatever its instance is doing; configuring has a lane of its own. Open jobs are kept alive by heartbeats; one that nobody waits for any more is aborted.
 */
export class JobLoop {
  readonly #host: string;
  readonly #epoch: number;
  readonly #driver: ComputeDriver;
  readonly #log: (text: string) => void;
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
    if (!this.#closed) await this.#hold(instance, work);
  }

  /** Keeps an instance to one piece of work until it is done. */
  #hold(instance: string, work: (signal: AbortSignal) => Promise<void>, job?: HostJob): Promise<void> {
    const abort = new AbortController();
    const done = work(abort.signal).finally(() => this.#running.delete(instance));
    this.#running.set(instance, { abort, done, ...(job && { job }) });
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
    for (const job of this.#open) this.#consider(job);
  }

  #consider(job: HostJob): void {
    const lane = laneOf(job);
    const current = this.#running.get(lane);
    if (current) {
      // Wished anew while it is done, it is still open after, and done once more.
      if (job.kind === 'configure') return;
      if (current.job && isSame(current.job, job)) current.job.token = job.token;
      else if (job.kind === 'destroy' || (current.job && isLater(job, current.job))) current.abort.abort();
      return;
    }
    if (!this.#closed) void this.#hold(lane, (signal) => this.#run(job, signal), job);
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
    const outcome = await perform(this.#driver, { ...job, kind }, signal);
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

/** One operation at a time holds an instance, so nobody waits any more for what an earlier one asked. */
const isLater = (job: HostJob, current: HostJob): boolean =>
  job.operation !== current.operation && job.created_at > current.created_at;

/** Configuring runs beside whatever else is done with its instance. */
const laneOf = ({ kind, instance_id }: HostJob): string =>
  kind === 'configure' ? `${kind} ${instance_id}` : instance_id;

/** Whether a workflow waits for it, which must hear that it is alive. */
const isWaitedFor = ({ kind }: HostJob): boolean => kind !== 'configure';

const isSame = (a: HostJob, b: HostJob): boolean => a.operation === b.operation && a.step === b.step;
