import { familyOf, isShared } from '#test/simulate/count/keys.ts';
import type { Account, Tally, Units } from '#test/simulate/count/ledger.ts';
import { scanned } from '#test/simulate/count/table.ts';

/** Named amounts: what was counted, in a form that can be added and scaled. A missing amount is 0. */
export type Vector = ReadonlyMap<string, number>;

/** The sum of two vectors, the second multiplied by a factor. */
export function plus(one: Vector, other: Vector, factor = 1): Vector {
  const sum = new Map(one);
  for (const [name, amount] of other) sum.set(name, (sum.get(name) ?? 0) + amount * factor);
  return sum;
}

export const times = (vector: Vector, factor: number): Vector => plus(new Map(), vector, factor);

/** The amounts with this prefix, by the rest of their names. */
export function under(vector: Vector, prefix: string): Map<string, number> {
  const found = new Map<string, number>();
  for (const [name, amount] of vector) if (name.startsWith(prefix)) found.set(name.slice(prefix.length), amount);
  return found;
}

export const total = (amounts: Iterable<number>): number => [...amounts].reduce((sum, amount) => sum + amount, 0);

/** How many keys of each family there are: the shards of an index, which are found by what was seen of them. */
export type Shards = ReadonlyMap<string, number>;

/**
 * The keys that there are of each shared family in what was counted. Readers also look at shards that nothing is put
 * into, so of a family that is written only the keys that are written count.
 */
export function shardsIn(counted: Iterable<Account>): Shards {
  const seen = new Map<string, Set<string>>();
  const written = new Map<string, Set<string>>();
  for (const { keys } of counted)
    for (const [key, minutes] of keys) {
      const family = familyOf(key);
      if (!isShared(family)) continue;
      seen.set(family, (seen.get(family) ?? new Set()).add(key));
      if ([...minutes.values()].some(({ write }) => write > 0))
        written.set(family, (written.get(family) ?? new Set()).add(key));
    }
  return new Map([...seen].map(([family, keys]) => [family, (written.get(family) ?? keys).size]));
}

/** What was counted of one cause, as a vector. */
export function vectorOf(account: Account, shards: Shards): Vector {
  const vector = new Map<string, number>();
  const add = (name: string, amount: number) => vector.set(name, (vector.get(name) ?? 0) + amount);
  for (const [name, tally] of account.functions) addTally(add, name, tally);
  for (const [what, byName] of [
    ['service', account.services],
    ['transitions', account.transitions],
  ] as const)
    for (const [name, minutes] of byName)
      for (const [minute, amount] of minutes) {
        add(`${what} ${name}@${minute}`, amount);
        add(`all ${what}@${minute}`, amount);
      }
  addKeys(vector, account, shards);
  return vector;
}

function addTally(add: (name: string, amount: number) => void, name: string, tally: Tally): void {
  add(`runs ${name}`, tally.runs);
  for (const [minute, runs] of tally.minutes) add(`runs@ ${name}@${minute}`, runs);
  for (const [call, calls] of tally.calls) add(`calls ${name} ${call}`, calls);
  for (const kind of ['rounds', 'longest', 'replied', 'logged', 'writes'] as const) add(`${kind} ${name}`, tally[kind]);
  for (const kind of ['read', 'write'] as const) add(`${kind} ${name}`, tally.units[kind]);
  add(`resumes ${name}`, tally.resumes ? 1 : 0);
}

/**
 * The units by family of keys and minute: of a family with shards those of one of them, if they share equally; of keys
 * of accounts, machines and hosts those of the one that has most. A scan has no key.
 */
function addKeys(vector: Map<string, number>, { keys }: Account, shards: Shards): void {
  for (const [key, minutes] of keys) {
    const family = familyOf(key);
    const share = shards.get(family);
    const isShared = share !== undefined;
    for (const { kind, minute, amount } of amountsOf(minutes)) {
      set(vector, `all ${kind}@${minute}`, (before) => before + amount);
      if (family === `table ${scanned}`) continue;
      const own = isShared ? amount / share : amount;
      const name = `${isShared ? 'key' : 'own'} ${kind} ${family}@${minute}`;
      set(vector, name, (before) => (isShared ? before + own : Math.max(before, own)));
    }
  }
}

const amountsOf = (minutes: ReadonlyMap<number, Units>) =>
  [...minutes].flatMap(([minute, units]) =>
    (['read', 'write'] as const).flatMap((kind) => (units[kind] === 0 ? [] : [{ kind, minute, amount: units[kind] }])),
  );

const set = (vector: Map<string, number>, name: string, to: (before: number) => number): unknown =>
  vector.set(name, to(vector.get(name) ?? 0));
