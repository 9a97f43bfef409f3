import { appendFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CLOSING, identityOf, type JournalRecord, type Status } from '#lib/local/stepfunctions/interpreter/records.ts';
import { FlushedFolder } from './flusher.ts';
import { Journal, readJournal } from './journal.ts';
import { fileName } from './machines.ts';

/** The index entry of a closed execution; the rest is in its journal. Times are epoch milliseconds. */
export interface ClosedExecution {
  machine: string;
  name: string;
  status: Status;
  startedAt: number;
  stoppedAt: number;
}

/** A journal of an execution that is not closed. */
export interface Unfinished {
  journal: Journal;
  records: [JournalRecord, ...JournalRecord[]];
}

/** At least this many of the newest closed executions are kept, and all that closed within the last five minutes. */
const KEPT = 1_000;
const KEPT_FOR = 300_000;
/** Pruning and rewriting the index happen once for this many closed executions. */
const SLACK = 100;

/** A key for one execution; names cannot contain '~'. */
export function keyOf(machine: string, name: string): string {
  return `${machine}~${name}`;
}

/**
 * The journals of one folder: `running` ones, which are read at the start, and `closed` ones, of which only an index is
 * read.
 */
export class ExecutionStore {
  readonly #running: string;
  readonly #closed: string;
  readonly #indexFile: string;
  readonly #index = new Map<string, ClosedExecution>();
  readonly #folder: FlushedFolder;

  constructor(dir: string) {
    this.#running = join(dir, 'running');
    this.#closed = join(dir, 'closed');
    this.#indexFile = join(dir, 'closed.jsonl');
    mkdirSync(this.#running, { recursive: true });
    mkdirSync(this.#closed, { recursive: true });
    this.#folder = new FlushedFolder(this.#running);
  }

  /**
   * Reads the index and returns the executions that have not ended. Those that ended, or whose start is not complete,
   * are filed or removed.
   */
  open(log: (message: string) => void): Unfinished[] {
    this.#loadIndex();
    const unfinished: Unfinished[] = [];
    for (const file of readdirSync(this.#running)) {
      const path = join(this.#running, file);
      const { records, length, damaged } = readJournal(path);
      if (damaged) log(`${path}: it is damaged, and continues from its last good record`);
      const [first, ...rest] = records as JournalRecord[];
      if (!first) rmSync(path);
      else if (CLOSING[rest.at(-1)?.type ?? '']) this.#adopt(path, file, [first, ...rest]);
      else unfinished.push({ journal: new Journal(path, 'r+', length), records: [first, ...rest] });
    }
    return unfinished;
  }

  /** Creates a journal with its first record; throws EEXIST where the name is taken. Durable after `created`. */
  create(key: string, first: JournalRecord): Journal {
    const journal = new Journal(join(this.#running, fileName(key, '.jsonl')), 'ax');
    try {
      journal.append(first);
    } catch (error) {
      void journal.close();
      this.discard(key);
      throw error;
    }
    return journal;
  }

  /** Resolves once every journal created so far would be found after a crash. */
  created(): Promise<void> {
    return this.#folder.durable();
  }

  /** Lets go of the folder. */
  release(): Promise<void> {
    return this.#folder.close();
  }

  /** Deletes a journal that could not be made durable. */
  discard(key: string): void {
    rmSync(join(this.#running, fileName(key, '.jsonl')), { force: true });
  }

  /** Moves the journal of a closed execution to the closed ones. */
  close(key: string, closed: ClosedExecution): void {
    const file = fileName(key, '.jsonl');
    this.#index.set(key, closed);
    renameSync(join(this.#running, file), join(this.#closed, file));
    appendFileSync(this.#indexFile, `${JSON.stringify(closed)}\n`, { mode: 0o600 });
    this.#prune();
  }

  /** A closed execution, if it is kept. */
  get(key: string): ClosedExecution | undefined {
    return this.#index.get(key);
  }

  /** The closed executions of a machine. */
  list(machine: string): ClosedExecution[] {
    return [...this.#index.values()].filter((closed) => closed.machine === machine);
  }

  /** Deletes what is kept of a machine's closed executions. */
  forget(machine: string): void {
    for (const [key, closed] of this.#index) if (closed.machine === machine) this.#delete(key);
    this.#writeIndex();
  }

  /** All complete records of an execution, running or closed. */
  records(key: string): JournalRecord[] {
    const file = fileName(key, '.jsonl');
    const closed = join(this.#closed, file);
    return readJournal(existsSync(closed) ? closed : join(this.#running, file)).records as JournalRecord[];
  }

  #loadIndex(): void {
    const files = new Set(readdirSync(this.#closed));
    const lines = existsSync(this.#indexFile) ? readJournal(this.#indexFile).records : [];
    for (const closed of lines as ClosedExecution[]) {
      const key = keyOf(closed.machine, closed.name);
      if (files.delete(fileName(key, '.jsonl'))) this.#index.set(key, closed);
    }
    for (const file of files) {
      const [first, ...rest] = readJournal(join(this.#closed, file)).records as JournalRecord[];
      if (first) this.#note([first, ...rest]);
      else rmSync(join(this.#closed, file));
    }
    if (files.size > 0 || lines.length > this.#index.size + SLACK) this.#writeIndex();
  }

  #adopt(path: string, file: string, records: [JournalRecord, ...JournalRecord[]]): void {
    renameSync(path, join(this.#closed, file));
    appendFileSync(this.#indexFile, `${JSON.stringify(this.#note(records))}\n`, { mode: 0o600 });
  }

  #note([first, ...rest]: [JournalRecord, ...JournalRecord[]]): ClosedExecution {
    const { machine, name } = identityOf(first);
    const last = rest.at(-1) ?? first;
    const closed = { machine, name, status: CLOSING[last.type] ?? 'ABORTED', startedAt: first.at, stoppedAt: last.at };
    this.#index.set(keyOf(machine, name), closed);
    return closed;
  }

  #prune(): void {
    if (this.#index.size < KEPT + SLACK) return;
    const oldest = [...this.#index].sort(([, a], [, b]) => b.stoppedAt - a.stoppedAt).slice(KEPT);
    const settled = Date.now() - KEPT_FOR;
    const leaving = oldest.filter(([, { stoppedAt }]) => stoppedAt < settled);
    if (leaving.length < SLACK) return;
    for (const [key] of leaving) this.#delete(key);
    this.#writeIndex();
  }

  #delete(key: string): void {
    rmSync(join(this.#closed, fileName(key, '.jsonl')), { force: true });
    this.#index.delete(key);
  }

  #writeIndex(): void {
    const lines = [...this.#index.values()].map((closed) => `${JSON.stringify(closed)}\n`);
    writeFileSync(`${this.#indexFile}.new`, lines.join(''), { mode: 0o600 });
    renameSync(`${this.#indexFile}.new`, this.#indexFile);
  }
}
