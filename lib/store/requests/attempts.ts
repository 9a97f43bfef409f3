import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { type Key, keys } from '#lib/store/keys.ts';
import { documents, tableName } from '#lib/store/platform/client.ts';
import type { Clause } from '#lib/store/platform/expressions.ts';
import { get } from '#lib/store/platform/read.ts';
import { remove, type Write } from '#lib/store/platform/write.ts';

/** The failures that one identity may have from one address within a window (contract 1.6). */
const allowed = 5;

/** The length of a window in seconds. Its first failure opens it. */
const span = 15 * 60;

/** The seconds by which a window may end later than a request that began earlier would set it. */
const overlap = 60;

/** The failures of one identity, and until when they count (epoch seconds, civil clock). */
export interface AttemptsRecord {
  failures: number;
  until: number;
}

export const getAttempts = (who: string) => get<AttemptsRecord>(keys.attempts(who));

/** The epoch second until which further attempts are refused; undefined where they are allowed. */
export function throttledUntil(
  record: AttemptsRecord | undefined,
  now: number,
  limit: number = allowed,
): number | undefined {
  return record && isOpen(record, now) && record.failures >= limit ? record.until : undefined;
}

/** A clock that was set back must not lengthen a window. */
const isOpen = ({ until }: AttemptsRecord, now: number) => now < until && until <= now + span + overlap;

/**
 * Counts a failure. Answers undefined, or the epoch second at which the window ends where concurrent requests used it
 * up: of all concurrent attempts, no more than the allowed number learn that they failed.
 */
export async function countFailure(who: string, now: number, limit: number = allowed): Promise<number | undefined> {
  for (;;) {
    const old = await addFailure(keys.attempts(who), now, limit);
    if (!old) return undefined;
    const barred = throttledUntil(old, now, limit);
    if (barred !== undefined) return barred;
    if (await reopen(keys.attempts(who), old, now)) return undefined;
  }
}

/** Adds to the open window, or opens the first one. Answers the stored record where it can do neither. */
function addFailure(key: Key, now: number, limit: number): Promise<AttemptsRecord | undefined> {
  return attempt({
    Key: key,
    UpdateExpression: 'SET #until = if_not_exists(#until, :end), #ttl = if_not_exists(#ttl, :end) ADD failures :one',
    ConditionExpression: 'attribute_not_exists(pk) OR (#until > :now AND #until <= :latest AND failures < :limit)',
    ExpressionAttributeNames: { '#until': 'until', '#ttl': 'ttl' },
    ExpressionAttributeValues: {
      ':one': 1,
      ':now': now,
      ':end': now + span,
      ':latest': now + span + overlap,
      ':limit': limit,
    },
  });
}

/** Replaces an ended window with a new one, unless another request did. */
async function reopen(key: Key, expired: AttemptsRecord, now: number): Promise<boolean> {
  const old = await attempt({
    Key: key,
    UpdateExpression: 'SET #until = :end, #ttl = :end, failures = :one',
    ConditionExpression: '#until = :expired',
    ExpressionAttributeNames: { '#until': 'until', '#ttl': 'ttl' },
    ExpressionAttributeValues: { ':one': 1, ':end': now + span, ':expired': expired.until },
  });
  return old === undefined;
}

async function attempt(input: Omit<ConstructorParameters<typeof UpdateCommand>[0], 'TableName'>) {
  try {
    await documents().send(
      new UpdateCommand({ TableName: tableName(), ReturnValuesOnConditionCheckFailure: 'ALL_OLD', ...input }),
    );
    return undefined;
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    return (error.Item ? unmarshall(error.Item) : { failures: 0, until: 0 }) as AttemptsRecord;
  }
}

/** Clears the failures after a success; refuses with `barred` where the window was used up meanwhile. */
export function forgetFailures(
  who: string,
  now: number,
  barred: (until: number) => Error,
  limit: number = allowed,
): Write {
  const mayTry: Clause = {
    any: [
      [['failures', 'absent']],
      [['failures', '<', limit]],
      [['until', '<=', now]],
      [['until', '>', now + span + overlap]],
    ],
  };
  return remove(keys.attempts(who), [mayTry], (old) => barred(old?.until ?? now));
}
