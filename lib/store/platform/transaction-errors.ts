import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { ApiError } from '#lib/model/platform/errors.ts';
import type { Item } from './read.ts';

const contended = () =>
  new ApiError('operation_in_progress', 'the resource is being changed by others; try again', { retryAfter: 1 });

/** A cause for which another attempt may succeed, and the error after the last one. */
export class Passing {
  readonly last: Error;
  constructor(last: Error) {
    this.last = last;
  }
}

/** The table throttles a transaction, whatever the pauses between its attempts. */
class Throttled extends Error {
  override readonly name = 'ThrottlingException';
  constructor(cause: unknown) {
    super('the table throttles the transaction', { cause });
  }
}

/** The reasons with which DynamoDB reports that it throttles a transaction. */
const throttles = new Set(['ProvisionedThroughputExceeded', 'ThrottlingError']);

interface Refusing {
  refuse: (old: Item | undefined) => Error;
}

/**
 * The cause of a failed transaction: the refusal of the first failed condition in the order of the writes, a conflict,
 * or throttling by the table.
 */
export function causeOf(error: unknown, writes: readonly Refusing[]): unknown {
  if (!(error instanceof TransactionCanceledException)) return error;
  const reasons = error.CancellationReasons ?? [];
  const failed = reasons.findIndex((reason) => reason.Code === 'ConditionalCheckFailed');
  const old = reasons[failed]?.Item;
  if (failed >= 0) return writes[failed]?.refuse(old && unmarshall(old));
  if (reasons.some((reason) => reason.Code === 'TransactionConflict')) return new Passing(contended());
  return reasons.some(({ Code = '' }) => throttles.has(Code)) ? new Passing(new Throttled(error)) : error;
}
