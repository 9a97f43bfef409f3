import { setTimeout as wait } from 'node:timers/promises';
import { type HostJob, type JobKind, type JobOutcome, touchedBy } from '#lib/model/compute/job.ts';
import type {
  FaultAnswer,
  FaultCall,
  FaultNotice,
  FaultOutcome,
  FaultQuestion,
  FaultWhere,
  StruckFault,
} from '#lib/model/platform/faults.ts';
import { ignore } from '#lib/runtime/system/errors.ts';

/** The channel to the local platform. */
export interface FaultChannel {
  send(call: FaultCall): void;
  onMessage(listener: (message: FaultNotice | FaultAnswer) => void): void;
}

/** The kind of fault that each job may meet. */
const whereOf: Partial<Record<JobKind, FaultWhere>> = {
  create: 'launch',
  start: 'start',
  create_snapshot: 'snapshot',
  restore_snapshot: 'snapshot',
  create_volume: 'volume',
  grow_volume: 'volume',
  attach_volume: 'volume',
  detach_volume: 'volume',
  delete_volume: 'volume',
  create_image: 'image',
  delete_image: 'image',
  pull_image: 'image',
  remove_image: 'image',
};

/** How a job that is struck ends: as one does whose driver fails in this way. */
const endings: Partial<Record<FaultOutcome, { error: string; cause: string }>> = {
  capacity: { error: 'CAPACITY', cause: 'its host has no capacity for it right now' },
  boot_failed: { error: 'FAILED', cause: 'the machine did not boot' },
  error: { error: 'FAILED', cause: 'the disk of its host failed' },
  // What Step Functions itself says at the deadline.
  stuck: { error: 'States.Timeout', cause: '' },
};

/** Whether the agent may reach the control plane. */
export interface Contact {
  readonly lost: boolean;
}

/** The faults of machines that a local platform has set (contract 4.11). Without any, nothing is asked. */
export class AgentFaults implements Contact {
  readonly #channel: FaultChannel | undefined;
  readonly #questions = new Map<number, (struck: StruckFault | null) => void>();
  /** The kind of job with which an operation was struck; its other jobs undo it. */
  readonly #struck = new Map<string, JobKind>();
  readonly #listeners = new Set<() => void>();
  #armed: readonly FaultWhere[] = [];
  #generation = 0;
  #over = new AbortController();
  #contact = Promise.withResolvers<void>();
  #lost = false;
  #last = 0;

  /** Without a channel there are never faults. */
  constructor(channel?: FaultChannel) {
    this.#channel = channel;
    channel?.onMessage((message) => {
      if (message.type === 'faults') this.#learn(message);
      else if (message.type === 'fault') this.#answer(message);
    });
  }

  /** Whether the host is lost: nothing that the agent does may reach the control plane. */
  get lost(): boolean {
    return this.#lost;
  }

  /** Whether something of this kind may be struck. */
  isArmed(where: FaultWhere): boolean {
    return this.#armed.includes(where);
  }

  /** Resolves as soon as the host is not lost, or the signal fires. */
  async inContact(signal: AbortSignal): Promise<void> {
    while (this.#lost && !signal.aborted) await Promise.race([this.#contact.promise, forever(signal).catch(ignore)]);
  }

  /** Calls the listener after every change of the faults in force. Answers the function that removes it. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Asks whether something is to fail; null where it is not. */
  ask(question: FaultQuestion): Promise<StruckFault | null> {
    if (!this.#channel || !this.isArmed(question.where)) return Promise.resolve(null);
    const seq = ++this.#last;
    const answer = new Promise<StruckFault | null>((resolve) => this.#questions.set(seq, resolve));
    this.#channel.send({ type: 'fault', seq, question });
    return answer;
  }

  /** Whether a job may meet a fault: then the names of what it touches are asked for. */
  mayBefall({ kind, operation }: Pick<HostJob, 'kind' | 'operation'>): boolean {
    const where = whereOf[kind];
    return where !== undefined && this.isArmed(where) && (this.#struck.get(operation) ?? kind) === kind;
  }

  /**
   * Meets a job with its fault, before its driver is called. Answers the outcome of a job that fails by it; undefined
   * where it goes on: at once, or late. A repetition within the operation fails in the same way.
   */
  async befall(job: HostJob, names: string[], signal: AbortSignal): Promise<JobOutcome | undefined> {
    const where = whereOf[job.kind];
    if (!where || !this.mayBefall(job)) return;
    const over = this.#over.signal;
    const subject = { ids: touchedBy(job), names };
    const struck = await this.ask({ where, subject, attempt: `${job.operation} ${job.kind}` });
    if (!struck) return;
    this.#struck.set(job.operation, job.kind);
    return endOf(struck, { signal, over });
  }

  #learn({ generation, wheres, lost }: FaultNotice): void {
    this.#armed = wheres;
    if (generation !== this.#generation) {
      this.#generation = generation;
      this.#struck.clear();
      this.#over.abort();
      this.#over = new AbortController();
    }
    if (lost !== this.#lost) {
      this.#lost = lost;
      if (!lost) this.#contact.resolve();
      this.#contact = Promise.withResolvers<void>();
    }
    this.#channel?.send({ type: 'faults', generation });
    for (const listener of this.#listeners) listener();
  }

  #answer({ seq, struck }: FaultAnswer): void {
    this.#questions.get(seq)?.(struck);
    this.#questions.delete(seq);
  }
}

/** How a struck job ends, once its time is there or the faults are over; undefined where it goes on. */
async function endOf(
  { outcome, after_seconds }: StruckFault,
  { signal, over }: { signal: AbortSignal; over: AbortSignal },
): Promise<JobOutcome | undefined> {
  const either = AbortSignal.any([signal, over]);
  const held = after_seconds === null ? forever(either) : wait(after_seconds * 1000, undefined, { signal: either });
  await held.catch(ignore);
  if (signal.aborted) return { ok: false, error: 'ABORTED', cause: 'the call was aborted' };
  const ending = endings[outcome];
  return ending && !over.aborted ? { ok: false, ...ending } : undefined;
}

/** Rejects once the signal fires. */
const forever = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const end = () => reject(signal.reason);
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  });
