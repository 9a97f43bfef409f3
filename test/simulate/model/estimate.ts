import type { Sampled } from './sampled.ts';
import { scattered } from './scattered.ts';
import { plus, times, total, under, type Vector } from './vector.ts';

/** The platform at one size: what it costs in an hour, by cause. */
export interface Estimate {
  readonly machines: number;
  readonly accounts: number;
  readonly hosts: number;
  /** Hosts and schedules, in the simulated hour. */
  readonly standing: ReadonlyMap<string, Vector>;
  /** What customers ask, at its mean rate. */
  readonly asked: ReadonlyMap<string, Vector>;
  /** The two in one. */
  readonly sum: { readonly standing: Vector; readonly asked: Vector };
  /** Bytes in the table and its index. */
  readonly stored: number;
}

/** What is done once a day, in the simulated hour, and not each hour. */
const daily: ReadonlySet<string> = new Set(['backupsSchedule', 'reconcileSchedule', 'recordsSchedule', 'keysSchedule']);

/**
 * What has a fixed size of its own, which the sample is too small to reach: two blocks of it are as much as there is.
 */
const bounded: ReadonlySet<string> = new Set(['recordsSchedule']);

/** Whether an amount is of one account, machine or host, which is as large at any size. */
const isOwn = (name: string): boolean => name.startsWith('own ');

/** Two sizes give a line: what one block costs and does not grow, and what each further one adds. */
function lineAt(one: Vector, two: Vector, blocks: number): Vector {
  const added = scattered(one, two, plus(two, one, -1));
  const line = new Map(atLeastNothing(plus(one, added, blocks - 1)));
  for (const name of line.keys()) if (isOwn(name)) line.set(name, Math.max(one.get(name) ?? 0, two.get(name) ?? 0));
  return line;
}

/** Operations at their rate. What one of them asks of an account's own keys is not added up. */
const timesShared = (vector: Vector, factor: number): Vector =>
  new Map([...times(vector, factor)].filter(([name]) => !isOwn(name)));

const atLeastNothing = (vector: Vector): Vector =>
  new Map([...vector].map(([name, amount]) => [name, Math.max(0, amount)]));

/** The platform with so many machines, from what was sampled of it. */
export function estimate(sampled: Sampled, machines: number): Estimate {
  const { block, one, two, operations: done, stored } = sampled;
  const blocks = machines / block.machines;
  const none: Vector = new Map();
  const causes = [...new Set([...one.keys(), ...two.keys()])];
  const standing = new Map(
    causes.map((cause): [string, Vector] => {
      const [of, ofTwo] = [one.get(cause) ?? none, two.get(cause) ?? none];
      return [cause, bounded.has(cause) ? ofTwo : lineAt(of, ofTwo, blocks)];
    }),
  );
  const asked = new Map([...done].map(([name, { rate, vector }]) => [name, timesShared(vector, rate * machines)]));
  const sumOf = (all: Iterable<Vector>) => [...all].reduce((sum, one) => plus(sum, one), none);
  return {
    ...{ machines, accounts: blocks * block.accounts, hosts: blocks * block.hosts, standing, asked },
    sum: { standing: sumOf(standing.values()), asked: sumOf(asked.values()) },
    stored: Math.max(0, stored[0] + (stored[1] - stored[0]) * (blocks - 1)),
  };
}

/**
 * An hour of a month's mean: what is done once a day in the simulated hour has the twenty-fourth part in others, but
 * for the runs that find nothing to do.
 */
export function meanHour(sampled: Sampled, at: Estimate): Vector {
  const none: Vector = new Map();
  let sum = at.sum.asked;
  for (const [cause, vector] of at.standing) {
    const one = sampled.one.get(cause) ?? none;
    const fixed = atLeastNothing(plus(one, plus(sampled.two.get(cause) ?? none, one, -1), -1));
    const share = daily.has(cause) ? plus(fixed, plus(vector, fixed, -1), 1 / 24) : vector;
    sum = plus(sum, share);
  }
  return sum;
}

/** A line of the table of operations: what a cause has in an hour, in all its functions. */
export interface Row {
  readonly cause: string;
  /** How often an operation is done in the hour; undefined for what stands. */
  readonly times: number | undefined;
  readonly runs: number;
  readonly calls: number;
  readonly read: number;
  readonly write: number;
  readonly transitions: number;
}

/** The table of operations at one size. */
export function rowsOf({ operations }: Sampled, { standing, asked, machines }: Estimate): Row[] {
  const timesOf = (cause: string) => {
    const rate = operations.get(cause)?.rate;
    return rate === undefined ? undefined : rate * machines;
  };
  return [...standing, ...asked].map(([cause, vector]) => ({ cause, times: timesOf(cause), ...sumsOf(vector) }));
}

/** What one cause amounts to. */
export function sumsOf(vector: Vector) {
  const sum = (prefix: string) => total(under(vector, prefix).values());
  return {
    ...{ runs: sum('runs '), calls: sum('calls '), read: sum('read '), write: sum('write ') },
    transitions: sum('transitions '),
  };
}
