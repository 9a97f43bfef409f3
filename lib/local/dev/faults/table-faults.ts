import type { FaultOutcome, FaultQuestion } from '#lib/model/platform/faults.ts';

/** A call of DynamoDB: its operation, and its body. */
export interface TableCall {
  readonly operation: string;
  readonly body: string;
}

const writes = /^(Put|Update|Delete)Item$|^(TransactWriteItems|BatchWriteItem)$/;

/** Whether an operation of DynamoDB writes. */
export const isWrite = (operation: string): boolean => writes.test(operation);

/** Whether a fault strikes a call: by its operation, and by what its keys consist of. */
export function questionOf({ operation, body }: TableCall): FaultQuestion {
  const outcomes: FaultOutcome[] = isWrite(operation)
    ? ['throttled', 'conflict', 'error', 'lost_reply']
    : ['throttled', 'error'];
  return { where: 'table', outcomes, subject: { names: [operation], ids: partsOf(body) } };
}

/** The texts of a call, whole and in the parts that `#` separates: ids of accounts and resources are among them. */
function partsOf(body: string): string[] {
  const parts = new Set<string>();
  JSON.parse(body, (_name, value: unknown) => {
    if (typeof value === 'string') for (const part of [value, ...value.split('#')]) parts.add(part);
    return value;
  });
  return [...parts];
}

export interface Refusal {
  readonly status: number;
  readonly body: object;
}

const exceptionOf = (name: string, message: string, more: object = {}) => ({
  __type: `com.amazonaws.dynamodb.v20120810#${name}`,
  message,
  ...more,
});

/**
 * What DynamoDB answers to a call that fails in this way, or to a transaction for its item `at`; undefined where it
 * fails only after the work.
 */
export function refusalOf(outcome: FaultOutcome, call: TableCall, at = 0): Refusal | undefined {
  if (outcome === 'error') return { status: 500, body: exceptionOf('InternalServerError', 'Internal server error') };
  if (outcome === 'lost_reply') return undefined;
  const isConflict = outcome === 'conflict';
  if (call.operation === 'TransactWriteItems') {
    return { status: 400, body: cancelled(isConflict ? conflicted : exceeded, call, at) };
  }
  const { name, words } = isConflict ? conflicted : exceeded;
  return { status: 400, body: exceptionOf(`${name}Exception`, words) };
}

const conflicted = {
  name: 'TransactionConflict',
  words: 'Transaction is ongoing for the item',
};
const exceeded = {
  name: 'ProvisionedThroughputExceeded',
  words: 'The level of configured provisioned throughput for the table was exceeded',
};

/** A transaction that is cancelled for the reason of one of its items. */
function cancelled({ name, words }: { name: string; words: string }, { body }: TableCall, at: number): object {
  const { TransactItems: items } = JSON.parse(body) as { TransactItems: unknown[] };
  const reasons = items.map((_, index) => (index === at ? { Code: name, Message: words } : { Code: 'None' }));
  const codes = reasons.map(({ Code }) => Code).join(', ');
  const message = `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes}]`;
  return exceptionOf('TransactionCanceledException', message, { CancellationReasons: reasons });
}
