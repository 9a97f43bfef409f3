import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { ApiError } from '#lib/model/platform/errors.ts';
import type { Key } from '#lib/store/keys.ts';
import { documents, tableName } from './client.ts';
import { type Change, type Clause, condition, Placeholders, updateExpression } from './expressions.ts';
import type { Item } from './read.ts';

type TransactItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** Thrown by a refusal to have the verb read again and try anew. */
export class Stale extends Error {
  constructor() {
    super('an input changed meanwhile');
    this.name = 'Stale';
  }
}

/** Says what a failed condition means, from the item as it stood; by default the inputs are stale. */
export type Refusal = (old: Item | undefined) => Error;

/** One item of a transaction, with what its refusal means to the caller. */
export interface Write {
  item: TransactItem;
  /** The same condition with no effect, for a dry run; undefined where there is none. */
  check: TransactItem | undefined;
  refuse: Refusal;
}

const stale: Refusal = () => new Stale();

function conditioned(clauses: readonly Clause[], at: Placeholders) {
  const expression = condition(clauses, at);
  return expression
    ? { ConditionExpression: expression, ...at.attributes(), ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const }
    : at.attributes();
}

function checkOf(key: Key, clauses: readonly Clause[]): TransactItem | undefined {
  if (clauses.length === 0) return undefined;
  const at = new Placeholders();
  const ConditionExpression = condition(clauses, at) as string;
  return {
    ConditionCheck: {
      TableName: tableName(),
      Key: key,
      ConditionExpression,
      ...at.attributes(),
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    },
  };
}

/** Writes the whole item if the clauses hold. */
export function put(item: Key & Item, clauses: readonly Clause[] = [], refuse = stale): Write {
  const at = new Placeholders();
  const key = { pk: item.pk, sk: item.sk };
  return {
    item: { Put: { TableName: tableName(), Item: item, ...conditioned(clauses, at) } },
    check: checkOf(key, clauses),
    refuse,
  };
}

/** Writes the item only where none stands. */
export function create(item: Key & Item, refuse = stale): Write {
  return put(item, [['pk', 'absent']], refuse);
}

/** Changes attributes of an item if the clauses hold. */
export function update(key: Key, change: Change, clauses: readonly Clause[] = [], refuse = stale): Write {
  const at = new Placeholders();
  const UpdateExpression = updateExpression(change, at);
  return {
    item: { Update: { TableName: tableName(), Key: key, UpdateExpression, ...conditioned(clauses, at) } },
    check: checkOf(key, clauses),
    refuse,
  };
}

/** Deletes an item if the clauses hold. */
export function remove(key: Key, clauses: readonly Clause[] = [], refuse = stale): Write {
  const at = new Placeholders();
  return {
    item: { Delete: { TableName: tableName(), Key: key, ...conditioned(clauses, at) } },
    check: checkOf(key, clauses),
    refuse,
  };
}

/** Only looks: the transaction fails unless the clauses hold. */
export function require(key: Key, clauses: readonly Clause[], refuse = stale): Write {
  const check = checkOf(key, clauses) as TransactItem;
  return { item: check, check, refuse };
}

/** Tries before a transaction is given up that others keep getting in the way of: about five seconds. */
const attempts = 8;

/**
 * All of the writes or none. Where conditions fail, throws the refusal of the first write that failed, in the order given;
 * where another transaction was in the way, tries again with jitter, and at last refuses with 409 operation_in_progress.
 */
export async function transact(writes: readonly Write[], items = writes.map((write) => write.item)): Promise<void> {
  if (items.length === 0) return;
  for (let attempt = 1; ; attempt++) {
    try {
      await documents().send(new TransactWriteCommand({ TransactItems: items }));
      return;
    } catch (error) {
      const cause = causeOf(error, writes);
      if (cause !== 'conflict') throw cause;
      if (attempt === attempts) throw contended();
      await pause(Math.random() * 20 * 2 ** attempt);
    }
  }
}

const contended = () =>
  new ApiError('operation_in_progress', 'the resource is being changed by others; try again', { retryAfter: 1 });

/** Why a transaction failed: the refusal of the first failed condition in the order of the writes, or mere contention. */
function causeOf(error: unknown, writes: readonly Write[]): unknown {
  if (!(error instanceof TransactionCanceledException)) return error;
  const reasons = error.CancellationReasons ?? [];
  const failed = reasons.findIndex((reason) => reason.Code === 'ConditionalCheckFailed');
  const old = reasons[failed]?.Item;
  if (failed >= 0) return writes[failed]?.refuse(old && unmarshall(old));
  return reasons.some((reason) => reason.Code === 'TransactionConflict') ? 'conflict' : error;
}

/** Checks every condition and changes nothing. */
export async function rehearse(writes: readonly Write[]): Promise<void> {
  const checked = writes.filter((write) => write.check);
  await transact(
    checked,
    checked.map((write) => write.check as TransactItem),
  );
}

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));
