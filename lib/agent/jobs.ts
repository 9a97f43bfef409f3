import { answer, beat, finish, openJobs, refuse, take } from '#lib/domain/compute/jobs/work.ts';
import { type ConfigureJob, type Job, touchedBy } from '#lib/model/compute/job.ts';
import type { ComputeDriver } from '#lib/runtime/driver.ts';
import { configure } from './configure.ts';
import { AgentFaults } from './faults.ts';
import { perform } from './perform.ts';
import { progressOf } from './progress.ts';

/** Milliseconds between two reads of the queue: shortly after work, and otherwise. */
const eager = 250;
const idle = 1_000;
const eagerFor = 30_000;
const beatEvery = 10_000;

/** What is being done with an instance, a volume or a snapshot: a job, or the agent's own work. */
interface Running {
  job?: Job;
  abort: AbortController;
  done: Promise<void>;
}

/**
 * Performs a host's jobs, oldest first. Two jobs that touch the same instance, volume or snapshot never run at once. A
 * destroy, or a job of a later operation, aborts the running job of its instance. Heartbeats keep open jobs alive. A
 * job whose workflow no longer waits is aborted. A job that this version cannot read is refused.
 */
export class JobLoop {
  readonly #host: string;
  readonly #epoch: number;
  readonly #driver: ComputeDriver;
  readonly #log: (text: string) => void;
  readonly #faults: AgentFaults;
  /** By the instance, volume or snapshot that is touched. */
  readonly #running = new Map<string, Running>();
  readonly #beats: NodeJS.Timeout;
  readonly #loop: Promise<void>;
  #open: Job[] = [];
  #lastWork = performance.now();
  #closed = false;
  #wake: () => void = () => undefined;

  constructor(
    host: string,
    epoch: number,
    driver: ComputeDriver,
    log: (text: string) => void,
    faults = new AgentFaults(),
  ) {
    this.#host = host;
    this.#epoch = epoch;
    this.#driver = driver;
    this.#log = log;
    this.#faults = faults;
    this.#beats = setInterval(() => void this.#keepAlive(), beatEvery);
    this.#loop = this.#work();
  }

  /** Reads the queue at once. */
  wake(): void {
    this.#wake();
  }

  /** Does the agent's own work on an instance, after the job that runs there and before the next one. */
  async alone(instance: string, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    for (let other = this.#running.get(instance); other; other = this.#running.get(instance)) await other.done;
    if (!this.#closed) await this.#hold([instance], work);
  }

  /** Holds the subjects until the work is done; no other work on them starts meanwhile. */
  #hold(subjects: string[], work: (signal: AbortSignal) => Promise<void>, job?: Job): Promise<void> {
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
    const busy = performance.now() - this.#lastWork < eagerFor;
    return new Promise((done) => {
      const timer = setTimeout(done, busy ? eager : idle);
      this.#wake = () => {
        clearTimeout(timer);
        done();
      };
    });
  }

  async #readQueue(): Promise<void> {
    if (this.#faults.lost) return;
    const { jobs, unreadable } = await openJobs(this.#host);
    for (const one of unreadable) {
      this.#log(`job ${one.ticket.step} of operation ${one.ticket.operation} cannot be read: ${one.reason}`);
      await refuse(one, this.#epoch);
    }
    this.#open = jobs;
    const waiting = new Set<string>();
    for (const job of this.#open)
      if (!this.#consider(job, waiting)) for (const one of subjectsOf(job)) waiting.add(one);
  }

  /**
   * Starts a job, unless it has to wait; answers false when it has to. Only a destroy may overtake an earlier job that
   * waits for the same subject.
   */
  #consider(job: Job, waiting: ReadonlySet<string>): boolean {
    const subjects = subjectsOf(job);
    const held = subjects.flatMap((subject) => this.#running.get(subject) ?? []);
    // A configure job that is put again while it runs stays open, and is done once more afterwards.
    if (held.length > 0 && job.kind === 'configure') return false;
    const same = held.flatMap((current) => current.job ?? []).find((running) => isSame(running, job));
    if (same) same.token = job.token;
    if (same) return true;
    for (const current of held) if (supersedes(job, current.job)) current.abort.abort();
    const overtakes = job.kind !== 'destroy' && subjects.some((subject) => waiting.has(subject));
    if (held.length > 0 || overtakes) return false;
    if (!this.#closed) void this.#hold(subjects, (signal) => this.#run(job, signal), job);
    return true;
  }

  async #run(job: Job, signal: AbortSignal): Promise<void> {
    try {
      if (!(await take(job, this.#epoch))) return;
      this.#lastWork = performance.now();
      await this.#perform(job, signal);
      // The instance's next job may be waiting.
      this.#wake();
    } catch (error) {
      this.#log(`job ${job.step} of ${touchedBy(job)[0]}: ${(error as Error).message}`);
    }
  }

  async #perform(job: Job, signal: AbortSignal): Promise<void> {
    if (job.kind === 'configure') return configure(this.#driver, job, signal);
    // An outcome of an earlier epoch is not answered again: the machine went down with that agent.
    if (job.outcome?.ok && job.epoch === this.#epoch) return answer(job, job.outcome);
    // Only these kinds write their progress to the table.
    const reports = job.kind === 'create_snapshot' || job.kind === 'restore_snapshot';
    const following = { signal, ...(reports && { onProgress: progressOf(job) }) };
    const outcome = (await this.#faults.befall(job, signal)) ?? (await perform(this.#driver, job, following));
    await this.#faults.inContact(signal);
    if (!this.#closed) await finish(job, this.#epoch, outcome);
  }

  async #keepAlive(): Promise<void> {
    if (this.#faults.lost) return;
    await Promise.all(
      this.#open.filter(isWaitedFor).map(async (job) => {
        const waitedFor = await beat(job).catch(() => true);
        const running = this.#running.get(touchedBy(job)[0]);
        if (!waitedFor && running?.job && isSame(running.job, job)) running.abort.abort();
      }),
    );
  }
}

/**
 * What a job touches. Two jobs that share a subject never run at the same time. A configure job shares none with other
 * kinds.
 */
const subjectsOf = (job: Job): string[] =>
  job.kind === 'configure' ? [`configure ${job.instance_id}`] : touchedBy(job);

/**
 * Whether `job` makes `current` obsolete. One operation at a time holds an instance, and what is about to be removed
 * needs no other job. Two machines that need the same volume or snapshot wait for one another.
 */
function supersedes(job: Job, current: Job | undefined): boolean {
  if (job.kind === 'destroy') return true;
  if (!current || job.operation === current.operation || job.created_at <= current.created_at) return false;
  return touchedBy(job)[0] === touchedBy(current)[0] || job.kind === 'delete_volume' || job.kind === 'delete_snapshot';
}

/** Whether both are the same step of the same operation. */
const isSame = (a: Job, b: Job): boolean => a.operation === b.operation && a.step === b.step;

/** Whether a workflow waits for the job and needs its heartbeats. */
const isWaitedFor = (job: Job): job is Exclude<Job, ConfigureJob> => job.kind !== 'configure';
