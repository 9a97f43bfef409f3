import { AsyncLocalStorage } from 'node:async_hooks';
import type { KeyUnits } from './items.ts';

/** Units that were read and written. */
export interface Units {
  read: number;
  write: number;
}

/** What the runs of one function have cost together. */
export interface Tally {
  runs: number;
  /** Calls of the table by name. */
  readonly calls: Map<string, number>;
  readonly units: Units;
  /** Items that were written: each is a record of the table's stream. */
  writes: number;
  /** Calls that had to wait for one another, summed over the runs; and of the longest run. */
  rounds: number;
  longest: number;
  /** Runs by minute. */
  readonly minutes: Map<number, number>;
  /** Bytes of replies, and of what it logged. */
  replied: number;
  logged: number;
  /** Whether a run that has no time left is continued by the next one. */
  resumes: boolean;
}

/** What one cause has led to: its own function, and workflows, hosts, readers of the stream and schedules after it. */
export interface Account {
  readonly functions: Map<string, Tally>;
  /** Units by key and minute. */
  readonly keys: Map<string, Map<number, Units>>;
  /** Calls of other services of AWS, by name and minute. */
  readonly services: Map<string, Map<number, number>>;
  /** Executions that were started and are not counted yet: the state machine of each. */
  readonly executions: Map<string, string>;
  /** Transitions by state machine and minute. */
  readonly transitions: Map<string, Map<number, number>>;
  /** The most events of one execution's history, by state machine. */
  readonly histories: Map<string, number>;
}

/** One run of a function. */
interface Run {
  readonly tally: Tally;
  readonly account: Account;
  /** The longest chain of calls that have ended. */
  ended: number;
}

const newTally = (): Tally => ({
  ...{ runs: 0, writes: 0, rounds: 0, longest: 0, replied: 0, logged: 0, resumes: false },
  ...{ calls: new Map(), units: { read: 0, write: 0 }, minutes: new Map() },
});

const newAccount = (): Account => ({
  ...{ functions: new Map(), keys: new Map(), services: new Map() },
  ...{ executions: new Map(), transitions: new Map(), histories: new Map() },
});

/** Adds to a count. */
export const count = <K>(counts: Map<K, number>, key: K, by = 1): unknown =>
  counts.set(key, (counts.get(key) ?? 0) + by);

/** An entry that is made where there is none. */
export function entry<K, V>(entries: Map<K, V>, key: K, make: () => V): V {
  const known = entries.get(key) ?? make();
  entries.set(key, known);
  return known;
}

/** Keeps account of what functions ask of AWS, by what caused it and by function. */
export class Ledger {
  accounts = new Map<string, Account>();
  /** How far the sums by key differ from what the engine says, in units. */
  unexplained = 0;
  /** The cause of what runs now, and the minute in which it does. */
  cause = 'nothing';
  minute = 0;
  readonly #runs = new AsyncLocalStorage<Run>();

  /** The account of a cause. */
  of(cause: string): Account {
    return entry(this.accounts, cause, newAccount);
  }

  /** Begins anew; answers what was noted so far. */
  take(): Map<string, Account> {
    const { accounts } = this;
    this.accounts = new Map();
    return accounts;
  }

  /** Runs a function, and has what it asks noted. */
  async run<T>(name: string, work: () => Promise<T>): Promise<T> {
    const account = this.of(this.cause);
    const tally = entry(account.functions, name, newTally);
    const run: Run = { tally, account, ended: 0 };
    tally.runs += 1;
    count(tally.minutes, this.minute);
    try {
      return await this.#runs.run(run, work);
    } finally {
      tally.rounds += run.ended;
      tally.longest = Math.max(tally.longest, run.ended);
    }
  }

  /** Whether a function runs. What is asked outside of any is part of the stage. */
  get isOpen(): boolean {
    return this.#runs.getStore() !== undefined;
  }

  /** Begins a call of the table or of another service. The returned function ends it. */
  begin(): () => void {
    const run = this.#runs.getStore();
    if (!run) return () => undefined;
    const depth = run.ended + 1;
    return () => {
      run.ended = Math.max(run.ended, depth);
    };
  }

  /** Notes a call of the table: its units by key, and how many items it wrote. */
  note(name: string, kind: keyof Units, units: readonly KeyUnits[], writes = 0): void {
    const run = this.#runs.getStore();
    if (!run) return;
    count(run.tally.calls, name);
    run.tally.writes += writes;
    for (const { place, pk, units: some } of units) {
      run.tally.units[kind] += some;
      const byMinute = entry(run.account.keys, `${place} ${pk}`, () => new Map<number, Units>());
      entry(byMinute, this.minute, () => ({ read: 0, write: 0 }))[kind] += some;
      if (pk.startsWith('ROUND#')) run.tally.resumes = true;
    }
  }

  /** Notes a call of another service. */
  noteService(name: string): void {
    const run = this.#runs.getStore();
    if (run)
      count(
        entry(run.account.services, name, () => new Map<number, number>()),
        this.minute,
      );
  }

  /** Notes an execution that the running function started. */
  noteExecution(name: string, machine: string): void {
    this.#runs.getStore()?.account.executions.set(name, machine);
  }

  noteBytes(what: 'replied' | 'logged', bytes: number): void {
    const run = this.#runs.getStore();
    if (run) run.tally[what] += bytes;
  }
}
