import { allItems } from '#lib/testing/functions/items.ts';
import { bytesOf } from '#test/simulate/count/items.ts';
import type { Account } from '#test/simulate/count/ledger.ts';
import { type Block, blockOf, type Owner, plant } from '#test/simulate/world/block.ts';
import { comeToHour, simulateHour } from '#test/simulate/world/hour.ts';
import { idle, type Operation, operate, operations, samples } from '#test/simulate/world/operations.ts';
import { World } from '#test/simulate/world/world.ts';
import { receiver } from '#test/support/http/receiver.ts';
import { plus, type Shards, shardsIn, times, type Vector, vectorOf } from './vector.ts';

/** What was counted: by cause, with one block and with two, and of each operation once. */
export interface Sampled {
  readonly block: Block;
  readonly one: ReadonlyMap<string, Vector>;
  readonly two: ReadonlyMap<string, Vector>;
  /** Of one operation each, with what followed from it, and how often it is done in an hour for each machine. */
  readonly operations: ReadonlyMap<string, { readonly rate: number; readonly vector: Vector }>;
  readonly shards: Shards;
  /** The most events of an execution, by state machine. */
  readonly histories: ReadonlyMap<string, number>;
  /** Bytes of the table and of its index, with one block and with two. */
  readonly stored: readonly [number, number];
  /** How far the units by key differ from the engine's, as a part of all. */
  readonly unexplained: number;
}

interface Options {
  readonly block?: Block;
  readonly operations?: readonly Operation[];
  /** Told how far it is. */
  readonly say?: (text: string) => void;
}

/** Runs the platform with one block and with two, an hour each, and every operation. */
export async function sample(options: Options = {}): Promise<Sampled> {
  const { block = blockOf, operations: done = operations, say = () => undefined } = options;
  const world = await World.open();
  const hook = await receiver();
  try {
    const owners: Owner[] = [];
    const hours: Map<string, Account>[] = [];
    const stored: number[] = [];
    for (const blocks of [1, 2]) {
      owners.push(...(await plant(world, hook.url, block)));
      await comeToHour(world);
      world.ledger.take();
      stored.push(await bytesStored());
      await simulateHour(world);
      hours.push(world.ledger.take());
      say(`an hour with ${blocks * block.machines} machines is simulated`);
    }
    await operate(world, owners, done);
    const asked = world.ledger.take();
    say(`${done.length} operations are sampled`);
    const [one = new Map(), two = new Map()] = hours;
    const [first = 0, second = 0] = stored;
    const { unexplained } = world.ledger;
    return { block, ...vectorsOf({ one, two, asked }, done), stored: [first, second], unexplained };
  } finally {
    await world.close();
    await hook.close();
  }
}

type Counted = ReadonlyMap<string, Account>;

function vectorsOf({ one, two, asked }: Record<'one' | 'two' | 'asked', Counted>, done: readonly Operation[]) {
  const accounts = [one, two, asked].flatMap((counted) => [...counted.values()]);
  const shards = shardsIn(accounts);
  const histories = new Map<string, number>();
  for (const account of accounts)
    for (const [machine, events] of account.histories)
      histories.set(machine, Math.max(histories.get(machine) ?? 0, events));
  const vectors = (counted: Counted) => new Map([...counted].map(([cause, own]) => [cause, vectorOf(own, shards)]));
  const all = vectors(asked);
  const quiet = all.get(idle) ?? new Map();
  const named = done.map(({ name, rate }) => {
    // What the schedules did more than in a minute in which nothing was asked.
    const more = plus(all.get(name) ?? new Map(), quiet, -1);
    const atLeast = new Map([...more].map(([what, amount]) => [what, Math.max(0, amount)]));
    return [name, { rate, vector: times(atLeast, 1 / samples) }] as const;
  });
  return { one: vectors(one), two: vectors(two), operations: new Map(named), shards, histories };
}

/** The bytes of all items, those that are in the index counted for both. */
async function bytesStored(): Promise<number> {
  const items = await allItems();
  return items.reduce((sum, item) => sum + bytesOf(item) * (item.gsi1pk === undefined ? 1 : 2), 0);
}
