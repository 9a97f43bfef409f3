import { elapsed } from '#lib/drivers/clocks/real.ts';
import type { HostReply } from '#lib/model/compute/host-api.ts';
import { type HostJob, type JobOutcome, touchedBy } from '#lib/model/compute/job.ts';
import type { ComputeDriver } from '#lib/runtime/driver.ts';
import { configure } from './configure.ts';
import { AgentFaults } from './faults.ts';
import type { HostLink } from './link/link.ts';
import { LinkError } from './link/link-error.ts';
import { perform } from './perform.ts';
import { progressOf } from './progress.ts';

/** Milliseconds between two reads of the queue: while there are jobs, or soon may be, and otherwise. */
export interface Pace {
  readonly eager: number;
  readonly idle: number;
}

const beatEvery = 10_000;

/** Milliseconds after a wakeup in which its job may not be in the queue yet, which is read from an index. */
const awaitedFor = 5_000;

/** What is being done with an instance, a volume or a snapshot: a job, or the agent's own work. */
interface Running {
  job?: HostJob;
  abort: AbortController;
  done: Promise<void>;
}

/**
 * Performs a host's jobs, oldest first. Two jobs that touch the same instance, volume or snapshot never run at once. A
 * destroy, or a job of a later operation, aborts the running job of its instance. Heartbeats keep open jobs alive. A
 * job whose workflow no longer waits is aborted. A job that this version cannot read is refused.
 */
export class JobLoop {
  readonly #link: HostLink;
  readonly #driver: ComputeDriver;
  readonly #pace: Pace;
  readonly #log: (text: string) => void;
  readonly #faults: AgentFaults;
  /** By the instance, volume or snapshot that is touched. */
  readonly #running = new Map<string, Running>();
  readonly #beats: NodeJS.Timeout;
  readonly #loop: Promise<void>;
  #open: HostJob[] = [];
  #closed = false;
  #awaitedUntil = 0;
  #wake: () => void = () => undefined;

  constructor(
    link: HostLink,
    driver: ComputeDriver,
    log: (text: string) => void,
    { faults = new AgentFaults(), pace = { idle: 1000, eager: 250 } }: { faults?: AgentFaults; pace?: Pace } = {},
  ) {
    this.#link = link;
    this.#driver = driver;
    this.#log = log;
    this.#faults = faults;
    this.#pace = pace;
    this.#beats = setInterval(() => void this.#keepAlive(), beatEvery);
    this.#loop = this.#work();
  }

  /** Reads the queue at once, and often for a while. */
  wake(): void {
    this.#awaitedUntil = elapsed() + awaitedFor;
    this.#wake();
  }

  /** Does the agent's own work on an instance, after the job that runs there and before the next one. */
  async alone(instance: string, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    for (let other = this.#running.get(instance); other; other = this.#running.get(instance)) await other.done;
    if (!this.#closed) await this.#hold([instance], work);
  }

  /** Holds the subjects until the work is done; no other work on them starts meanwhile. */
  #hold(subjects: string[], work: (signal: AbortSignal) => Promise<void>, job?: HostJob): Promise<void> {
    const abort = new AbortController();
    const done = work(abort.signal).finally(() => {
      for (const subject of subjects) this.#running.delete(subject);
    });
    for (const subject of subjects) this.#running.set(subject, { abort, done, ...(job && { job }) });
    return done;
  }

  /** Takes no more jobs and aborts those that run. The next start of the agent does them again. */
  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#beats);
    for (const { abort } of this.#running.values()) abort.abort();
    this.#wake();
    await Promise.all([this.#loop, ...[...this.#running.values()].map(({ done }) => done)]);
  }

  async #work(): Promise<void> {
    while (!this.#closed) {
      // A wakeup during a read may be about a job that this read missed. So read again at once.
      let woken = false;
      this.#wake = () => {
        woken = true;
      };
      await this.#readQueue().catch((error) => this.#log(`queue: ${(error as Error).message}`));
      if (!woken && !this.#closed) await this.#pause();
    }
  }

  #pause(): Promise<void> {
    const busy = this.#open.length > 0 || this.#running.size > 0 || elapsed() < this.#awaitedUntil;
    return new Promise((done) => {
      const timer = setTimeout(done, busy ? this.#pace.eager : this.#pace.idle);
      this.#wake = () => {
        clearTimeout(timer);
        done();
      };
    });
  }

  async #readQueue(): Promise<void> {
    if (this.#faults.lost) return;
    const { jobs, refused } = await this.#link.call('listHostJobs', {});
    for (const { operation, step, reason } of refused)
      this.#log(`job ${step} of operation ${operation} cannot be read: ${reason}`);
    this.#open = jobs;
    const waiting = new Set<string>();
    for (const job of this.#open)
      if (!this.#consider(job, waiting)) for (const one of subjectsOf(job)) waiting.add(one);
  }

  /**
   * Starts a job, unless it has to wait; answers false when it has to. Only a destroy may overtake an earlier job that
   * waits for the same subject.
   */
  #consider(job: HostJob, waiting: ReadonlySet<string>): boolean {
    const subjects = subjectsOf(job);
    const held = subjects.flatMap((subject) => this.#running.get(subject) ?? []);
    // A configure job that is put again while it runs stays open, and is done once more afterwards.
    if (held.length > 0 && job.kind === 'configure') return false;
    const same = held.flatMap((current) => current.job ?? []).find((running) => isSame(running, job));
    if (same) return true;
    for (const current of held) if (supersedes(job, current.job)) current.abort.abort();
    const overtakes = job.kind !== 'destroy' && subjects.some((subject) => waiting.has(subject));
    if (held.length > 0 || overtakes) return false;
    if (!this.#closed) void this.#hold(subjects, (signal) => this.#run(job, signal), job);
    return true;
  }

  async #run(job: HostJob, signal: AbortSignal): Promise<void> {
    try {
      const taken = await this.#take(job);
      if (!taken) return;
      if (!taken.answered) await this.#perform(taken.job, taken.names, signal);
      // The instance's next job may be waiting.
      this.#wake();
    } catch (error) {
      if (!this.#closed) this.#log(`job ${job.step} of ${touchedBy(job)[0]}: ${(error as Error).message}`);
    }
  }

  /** Undefined where the job was finished meanwhile, or is not to be done any more. */
  async #take(job: HostJob): Promise<HostReply<'takeHostJob'> | undefined> {
    const { operation, step } = job;
    try {
      return await this.#link.call('takeHostJob', { names: this.#faults.mayBefall(job) }, { operation, step });
    } catch (error) {
      if (error instanceof LinkError && moot.has(error.code)) return undefined;
      throw error;
    }
  }

  async #perform(job: HostJob, names: string[], signal: AbortSignal): Promise<void> {
    const hands = { driver: this.#driver, link: this.#link };
    if (job.kind === 'configure') return configure(hands, job, signal);
    // Only these kinds report their progress.
    const reports = ['create_snapshot', 'restore_snapshot', 'create_image', 'pull_image'].includes(job.kind);
    const following = { signal, ...(reports && { onProgress: progressOf(this.#link, job) }) };
    const outcome = (await this.#faults.befall(job, names, signal)) ?? (await perform(hands, job, following));
    await this.#faults.inContact(signal);
    if (this.#closed) return;
    const { operation, step, turn } = job;
    await this.#link.call('reportJobResult', { turn, outcome: shortened(outcome) }, { operation, step });
  }

  async #keepAlive(): Promise<void> {
    const jobs = this.#open.filter(({ kind }) => kind !== 'configure').map(nameOf);
    if (this.#faults.lost || jobs.length === 0) return;
    // Without an answer nothing is known of the workflows.
    const { gone } = await this.#link.call('beatHost', { jobs }).catch(() => ({ gone: [] }));
    for (const job of this.#open.filter((one) => gone.some((name) => isSame(name, one)))) {
      const running = this.#running.get(touchedBy(job)[0]);
      if (running?.job && isSame(running.job, job)) running.abort.abort();
    }
  }
}

/** Refusals of a job that is not to be done by this agent, or no more. */
const moot = new Set(['job_lost', 'job_moot', 'not_found']);

const nameOf = ({ operation, step }: HostJob) => ({ operation, step });

/** The longest sentence about a failure that is sent. */
const MAX_CAUSE = 1000;

const shortened = (outcome: JobOutcome): JobOutcome =>
  outcome.ok ? outcome : { ...outcome, cause: outcome.cause.slice(0, MAX_CAUSE) };

/**
 * What a job touches. Two jobs that share a subject never run at the same time. A configure job shares none with other
 * kinds.
 */
const subjectsOf = (job: HostJob): string[] =>
  job.kind === 'configure' ? [`configure ${job.instance_id}`] : touchedBy(job);

/**
 * Whether `job` makes `current` obsolete. One operation at a time holds an instance, and what is about to be removed
 * needs no other job. Two machines that need the same volume or snapshot wait for one another.
 */
function supersedes(job: HostJob, current: HostJob | undefined): boolean {
  if (job.kind === 'destroy') return true;
  if (!current || job.operation === current.operation || job.created_at <= current.created_at) return false;
  return touchedBy(job)[0] === touchedBy(current)[0] || job.kind === 'delete_volume' || job.kind === 'delete_snapshot';
}

type JobName = Pick<HostJob, 'operation' | 'step'>;

/** Whether both are the same step of the same operation. */
const isSame = (a: JobName, b: JobName): boolean => a.operation === b.operation && a.step === b.step;
