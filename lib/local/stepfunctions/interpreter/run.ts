import { setMaxListeners } from 'node:events';
import type { Json, Machine } from '#lib/local/stepfunctions/asl/definition.ts';
import { sleepUntil } from '#lib/local/stepfunctions/clock.ts';
import { failure, StateError } from '#lib/local/stepfunctions/errors.ts';
import type { Journal } from '#lib/local/stepfunctions/store/journal.ts';
import { type Cursor, openCursor } from './cursor.ts';
import { fold } from './fold.ts';
import { CLOSING, type Details, type Extra, type Identity, identityOf, type JournalRecord } from './records.ts';
import { runScope } from './scope.ts';
import type { Execution, Services } from './step.ts';

/** Milliseconds until an execution continues after a failure of the engine itself, such as a full disk. */
const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 60_000;

/** A running execution: its journal, its cursor, and what moves it. */
export class Run implements Execution {
  readonly identity: Identity;
  readonly machine: Machine;
  readonly services: Services;
  readonly startedAt: number;
  readonly input: Json;
  readonly cursor: Cursor;
  readonly #journal: Journal;
  readonly #stop = new AbortController();
  #work = new AbortController();
  #lastId = 1;
  #closing: JournalRecord | undefined;

  /** Takes a journal's complete records: the first is ExecutionStarted, the others are what has happened since. */
  constructor(services: Services, machine: Machine, journal: Journal, records: [JournalRecord, ...JournalRecord[]]) {
    const [first, ...rest] = records;
    this.identity = identityOf(first);
    this.machine = machine;
    this.services = services;
    this.startedAt = first.at;
    this.#journal = journal;
    this.input = JSON.parse(this.identity.input) as Json;
    this.cursor = openCursor(machine, this.input, first.id);
    for (const record of rest) this.#apply(record);
  }

  /** The record that closed this execution, if it is closed. */
  get closing(): JournalRecord | undefined {
    return this.#closing;
  }

  /** The length in seconds of the wait that this execution is in; 0 where it is in none. */
  get waits(): number {
    const { at } = this.cursor;
    return at?.attempt?.kind === 'wait' ? (at.attempt.until - at.enteredAt) / 1000 : 0;
  }

  /** The number of visible events so far. */
  get events(): number {
    return this.#lastId;
  }

  /** Runs until the execution closes or the engine halts; never rejects. */
  async drive(): Promise<void> {
    const { closing, log } = this.services;
    for (let pause = FIRST_PAUSE; !this.#stop.signal.aborted; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
      try {
        await this.#advance();
      } catch (error) {
        if (this.#stop.signal.aborted || closing.aborted) break;
        log(`${this.identity.arn}: ${String(error)}; it continues in ${pause / 1000} s`);
        await sleepUntil(Date.now() + pause, this.#stop.signal).catch(() => undefined);
      } finally {
        this.#work.abort();
      }
    }
    if (this.#closing) await this.#finish();
  }

  /** Appends a record to the journal and applies it. A type in lower case is not shown in the history. */
  append(type: string, details?: Details, extra?: Extra): JournalRecord {
    const record: JournalRecord = {
      id: /^[a-z]/.test(type) ? 0 : this.#lastId + 1,
      previous: this.cursor.last,
      at: Date.now(),
      type,
      ...(details && { details }),
      ...(extra && { extra }),
    };
    this.#journal.append(record);
    this.#apply(record);
    return record;
  }

  /** Closes the execution now, unless it is closed. Whatever is still running is cancelled. */
  close(type: string, details: Details): void {
    if (this.#closing) return;
    this.append(type, details);
    this.#work.abort();
    this.#stop.abort();
  }

  /** Resolves once everything recorded so far is on the disk. */
  durable(): Promise<void> {
    return this.services.activity.track(this.#journal.durable());
  }

  /** Stops without closing the execution, so that a later engine can resume it. */
  async halt(): Promise<void> {
    this.#stop.abort();
    this.#work.abort();
    await this.#journal.close();
  }

  #apply(record: JournalRecord): void {
    fold(this.cursor, record);
    if (record.id > 0) this.#lastId = record.id;
    if (Object.hasOwn(CLOSING, record.type)) this.#closing = record;
  }

  async #advance(): Promise<void> {
    this.#work = new AbortController();
    const { signal } = this.#work;
    setMaxListeners(0, signal);
    if (this.#stop.signal.aborted) this.#work.abort();
    this.#watchTimeout(signal);
    try {
      const output = await runScope({ run: this, cursor: this.cursor, signal });
      this.close('ExecutionSucceeded', { output });
    } catch (error) {
      if (!(error instanceof StateError)) throw error;
      this.close('ExecutionFailed', failure(error));
    }
  }

  #watchTimeout(signal: AbortSignal): void {
    const { TimeoutSeconds } = this.machine;
    if (TimeoutSeconds === undefined) return;
    const expire = () => {
      try {
        this.close('ExecutionTimedOut', { error: 'States.Timeout' });
      } catch {
        // The record could not be written: unwind, and `drive` resumes later.
        this.#work.abort();
      }
    };
    sleepUntil(this.startedAt + TimeoutSeconds * 1000, signal).then(expire, () => undefined);
  }

  async #finish(): Promise<void> {
    for (let pause = FIRST_PAUSE; ; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
      try {
        return await this.durable();
      } catch (error) {
        this.services.log(`${this.identity.arn}: ${String(error)}; it continues in ${pause / 1000} s`);
        await new Promise((resolve) => setTimeout(resolve, pause).unref());
      }
    }
  }
}
