import { TransactWriteCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { pause } from '#lib/drivers/clocks/real.ts';
import type { ResourceKind } from '#lib/model/platform/resource-kinds.ts';
import type { Key } from '#lib/store/keys.ts';
import {
  type Announcement,
  type Author,
  activityLeft,
  eventsOf,
  type ResourceChange,
  type Subject,
  unplacedItems,
} from './activity.ts';
import { documents, tableName } from './client.ts';
import { type Change, type Clause, condition, type Frame, Placeholders, updateExpression } from './expressions.ts';
import type { Item } from './read.ts';
import { causeOf, Passing } from './transaction-errors.ts';

type TransactItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** Thrown where an input has changed. The verb then reads again and retries. */
export class Stale extends Error {
  constructor() {
    super('an input changed meanwhile');
    this.name = 'Stale';
  }
}

/**
 * Waits for a transaction. False where it wrote nothing because its inputs had changed since they were read (Stale).
 */
export async function unlessStale(transaction: Promise<unknown>): Promise<boolean> {
  try {
    await transaction;
    return true;
  } catch (error) {
    if (error instanceof Stale) return false;
    throw error;
  }
}

/** Makes the error of a failed condition from the stored item; by default `Stale`. */
export type Refusal<T = Item> = (old: T | undefined) => Error;

/** One write of a transaction, with the error for its failed condition. */
export interface Write {
  item: TransactItem;
  /** The same condition without the effect, for a dry run; undefined where there is none. */
  check: TransactItem | undefined;
  refuse: (old: Item | undefined) => Error;
  /** Whether it requires money in a wallet. */
  asksMoney?: true;
  /** Its change of a resource, which is an event where the resource's existence or status changes. */
  change?: ResourceChange;
}

/** A write that changes a resource. Its transaction leaves an event where existence or status changes. */
export const changing = (
  kind: ResourceKind,
  before: Subject | undefined,
  after: Subject | undefined,
  write: Write,
): Write => ({ ...write, change: { kind, before, after } });

/** The same for a write that knows only the resource's id and new status, not its whole record. */
export const changingPart = (kind: ResourceKind, after: Subject & { id: string }, write: Write): Write => ({
  ...write,
  change: { kind, before: { ...after, status: '' }, after, partial: true },
});

/** What a transaction adds to the activity feed. */
export interface Circumstances {
  /** By default the platform itself. */
  author?: Author | undefined;
  /** Events in addition to the changes of its writes. */
  announcements?: readonly Announcement[] | undefined;
}

const stale: Refusal<unknown> = () => new Stale();

/**
 * Requests the stored item only if the refusal uses it: a role that may access only a few attributes
 * (dynamodb:Attributes in access.yml) may not see the others.
 */
const shown = (refuse: Refusal<never>) =>
  refuse === stale ? {} : ({ ReturnValuesOnConditionCheckFailure: 'ALL_OLD' } as const);

function conditioned(clauses: readonly Clause[], at: Placeholders, refuse: Refusal<never>) {
  const expression = condition(clauses, at);
  return expression ? { ConditionExpression: expression, ...at.attributes(), ...shown(refuse) } : at.attributes();
}

function checkOf(key: Key, clauses: readonly Clause[], refuse: Refusal<never>): TransactItem | undefined {
  const at = new Placeholders();
  const ConditionExpression = condition(clauses, at);
  if (ConditionExpression === undefined) return undefined;
  return {
    ConditionCheck: {
      TableName: tableName(),
      Key: key,
      ConditionExpression,
      ...at.attributes(),
      ...shown(refuse),
    },
  };
}

/** Passes the stored item to the refusal, typed by its key. */
const written = <T>(item: TransactItem, check: TransactItem | undefined, refuse: Refusal<T>): Write => ({
  item,
  check,
  refuse: refuse as Refusal,
});

/** An item to store: a record with its key. */
type Storable<T> = Key<T> & NoInfer<T> & Frame;

/** Puts an item where the clauses hold. */
export function put<T>(
  item: Storable<T>,
  clauses: NoInfer<readonly Clause<T>[]> = [],
  refuse: NoInfer<Refusal<T>> = stale,
): Write {
  const at = new Placeholders();
  const key = { pk: item.pk, sk: item.sk };
  return written(
    { Put: { TableName: tableName(), Item: item, ...conditioned(clauses, at, refuse) } },
    checkOf(key, clauses, refuse),
    refuse,
  );
}

/** Puts an item where none exists. */
export function create<T>(item: Storable<T>, refuse: NoInfer<Refusal<T>> = stale): Write {
  return put(item, [['pk', 'absent']], refuse);
}

/** Changes attributes of an item where the clauses hold. */
export function update<T>(
  key: Key<T>,
  change: NoInfer<Change<T>>,
  clauses: NoInfer<readonly Clause<T>[]> = [],
  refuse: NoInfer<Refusal<T>> = stale,
): Write {
  const at = new Placeholders();
  const UpdateExpression = updateExpression<T>(change, at);
  return written(
    { Update: { TableName: tableName(), Key: key, UpdateExpression, ...conditioned(clauses, at, refuse) } },
    checkOf(key, clauses, refuse),
    refuse,
  );
}

/** Deletes an item where the clauses hold. */
export function remove<T>(
  key: Key<T>,
  clauses: NoInfer<readonly Clause<T>[]> = [],
  refuse: NoInfer<Refusal<T>> = stale,
): Write {
  const at = new Placeholders();
  return written(
    { Delete: { TableName: tableName(), Key: key, ...conditioned(clauses, at, refuse) } },
    checkOf(key, clauses, refuse),
    refuse,
  );
}

/** A condition without an effect: the transaction fails unless the clauses hold. */
export function require<T>(
  key: Key<T>,
  clauses: NoInfer<readonly Clause<T>[]>,
  refuse: NoInfer<Refusal<T>> = stale,
): Write {
  const check = checkOf(key, clauses, refuse) as TransactItem;
  return written(check, check, refuse);
}

/** The attempts at a transaction that conflicts with others; together they take about five seconds. */
const attempts = 8;

const platform: Author = { actor: 'system', request_id: null };

/**
 * Commits all of the writes or none, with the events of their changes. Throws the refusal of the first write, in the
 * given order, whose condition failed. Conflicts with other transactions, and throttling by the table, are retried with
 * jitter. After the last attempt a conflict is 409 operation_in_progress, and throttling a ThrottlingException.
 */
export async function transact(
  writes: readonly Write[],
  { author = platform, announcements = [] }: Circumstances = {},
): Promise<void> {
  const items = writes.map((write) => write.item);
  const events = eventsOf(
    writes.flatMap(({ change }) => change ?? []),
    announcements,
    author,
  );
  await send(writes, () => [...items, ...unplacedItems(events)]);
  if (events.size > 0) activityLeft(events.keys());
}

/** Sends a transaction. Its items are made again for each attempt. */
async function send(writes: readonly Write[], items: () => TransactItem[]): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      const TransactItems = items();
      if (TransactItems.length > 0) await documents().send(new TransactWriteCommand({ TransactItems }));
      return;
    } catch (error) {
      const cause = causeOf(error, writes);
      if (!(cause instanceof Passing)) throw cause;
      if (attempt === attempts) throw cause.last;
      await pause(Math.random() * 20 * 2 ** attempt);
    }
  }
}

/** Checks every condition and changes nothing. Throws as `transact` does. */
export async function rehearse(writes: readonly Write[]): Promise<void> {
  const checked = writes.filter((write) => write.check);
  await send(checked, () => checked.flatMap(({ check }) => check ?? []));
}
