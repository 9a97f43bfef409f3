import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { Stored } from '#lib/store/entity.ts';
import { type Key, keys } from '#lib/store/keys.ts';
import { documents, tableName } from '#lib/store/platform/client.ts';
import type { Clause } from '#lib/store/platform/expressions.ts';
import { get, recordAt } from '#lib/store/platform/read.ts';
import { put, remove, require, type Write } from '#lib/store/platform/write.ts';
import type { Records } from '#lib/store/records.ts';
import type { attemptsRecord } from './attempts.entity.ts';

/** The failures that are allowed within a window of so many seconds, which the first failure opens (contract 1.6). */
export interface Allowance {
  limit: number;
  span: number;
}

/** What one identity may have from one address. */
const fromOneAddress: Allowance = { limit: 5, span: 15 * 60 };

/** The seconds by which a window may end later than a request that began earlier would set it. */
const overlap = 60;

/** The failures of one identity, and until when they count (epoch seconds, civil clock). */
export type AttemptsRecord = Stored<typeof attemptsRecord>;

export const getAttempts = (who: string) => get(keys.attempts(who));

/** The epoch second until which further attempts are refused; undefined where they are allowed. */
export function throttledUntil(
  record: AttemptsRecord | undefined,
  now: number,
  { limit, span }: Allowance = fromOneAddress,
): number | undefined {
  // A clock that was set back must not lengthen a window.
  const isOpen = record && now < record.until && record.until <= now + span + overlap;
  return isOpen && record.failures >= limit ? record.until : undefined;
}

/**
 * Counts a failure. Answers undefined, or the epoch second at which the window ends where concurrent requests used it
 * up: of all concurrent attempts, no more than the allowed number learn that they failed.
 */
export async function countFailure(
  who: string,
  now: number,
  allowance: Allowance = fromOneAddress,
): Promise<number | undefined> {
  for (;;) {
    const old = await addFailure(keys.attempts(who), now, allowance);
    if (!old) return undefined;
    const barred = throttledUntil(old, now, allowance);
    if (barred !== undefined) return barred;
    if (await reopen(keys.attempts(who), old, now + allowance.span)) return undefined;
  }
}

/** Adds to the open window, or opens the first one. Answers the stored record where it can do neither. */
function addFailure(
  key: Key<AttemptsRecord>,
  now: number,
  { limit, span }: Allowance,
): Promise<AttemptsRecord | undefined> {
  return attempt(key, {
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

/** Replaces an ended window with a new one until `end`, unless another request did. */
async function reopen(key: Key<AttemptsRecord>, expired: AttemptsRecord, end: number): Promise<boolean> {
  const old = await attempt(key, {
    UpdateExpression: 'SET #until = :end, #ttl = :end, failures = :one',
    ConditionExpression: '#until = :expired',
    ExpressionAttributeNames: { '#until': 'until', '#ttl': 'ttl' },
    ExpressionAttributeValues: { ':one': 1, ':end': end, ':expired': expired.until },
  });
  return old === undefined;
}

async function attempt(
  key: Key<AttemptsRecord>,
  input: Omit<ConstructorParameters<typeof UpdateCommand>[0], 'TableName' | 'Key'>,
) {
  try {
    await documents().send(
      new UpdateCommand({ TableName: tableName(), Key: key, ReturnValuesOnConditionCheckFailure: 'ALL_OLD', ...input }),
    );
    return undefined;
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    return error.Item ? recordAt(key, unmarshall(error.Item)) : { failures: 0, until: 0 };
  }
}

/** Clears the failures after a success; refuses with `barred` where the window was used up meanwhile. */
export const forgetFailures = (
  who: string,
  now: number,
  barred: (until: number) => Error,
  allowance: Allowance = fromOneAddress,
): Write => remove(keys.attempts(who), [mayTry(now, allowance)], (old) => barred(old?.until ?? now));

/** Refuses with `barred` where the window is used up when the transaction is committed, and keeps the failures. */
export const requireAllowed = (
  who: string,
  now: number,
  barred: (until: number) => Error,
  allowance: Allowance,
): Write => require(keys.attempts(who), [mayTry(now, allowance)], (old) => barred(old?.until ?? now));

const mayTry = (now: number, { limit, span }: Allowance): Clause<AttemptsRecord> => ({
  any: [
    [['failures', 'absent']],
    [['failures', '<', limit]],
    [['until', '<=', now]],
    [['until', '>', now + span + overlap]],
  ],
});

/** The seconds for which an identity is known at an address from which it has logged in (contract 1.6). */
const knownFor = 30 * 86_400;

/** Notes that an identity has logged in from an address. */
export function noteKnown(who: string, now: number): Write {
  const until = now + knownFor;
  return put({ ...keys.known(who), until, ttl: until });
}

/** What is known of an identity's logins from one address. */
export interface Guesses {
  /** The failures from this address. */
  here: AttemptsRecord | undefined;
  /** The failures from all addresses. */
  everywhere: AttemptsRecord | undefined;
  /** Whether it has logged in from this address lately. */
  known: boolean;
}

/** The keys of what `guessesIn` takes from their items, which are read in one call. */
export const guessKeys = (here: string, everywhere: string) =>
  [keys.attempts(here), keys.attempts(everywhere), keys.known(here)] as const;

type GuessItems = readonly [
  here: AttemptsRecord | undefined,
  everywhere: AttemptsRecord | undefined,
  known: Records['known'] | undefined,
];

/** What the items of `guessKeys` say at `now`. */
export function guessesIn([here, everywhere, known]: GuessItems, now: number): Guesses {
  return {
    here,
    everywhere,
    known: known !== undefined && known.until > now,
  };
}
