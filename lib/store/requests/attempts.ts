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

/** The number of failures allowed within a window of `span` seconds, which the first failure opens (contract 1.6). */
export interface Allowance {
  limit: number;
  span: number;
}

/** The allowance of one identity at one address. */
const fromOneAddress: Allowance = { limit: 5, span: 15 * 60 };

/** How many seconds later a window may end than the current request, which may have begun earlier, would set. */
const overlap = 60;

/** The failed attempts of one identity, and until when they count (epoch seconds, civil clock). */
export type AttemptsRecord = Stored<typeof attemptsRecord>;

export const getAttempts = (who: string) => get(keys.attempts(who));

/** The epoch second until which further attempts are refused; undefined where they are allowed. */
export function throttledUntil(
  record: AttemptsRecord | undefined,
  now: number,
  { limit, span }: Allowance = fromOneAddress,
): number | undefined {
  // Setting a clock back must not lengthen a window.
  const isOpen = record && now < record.until && record.until <= now + span + overlap;
  return isOpen && record.failures >= limit ? record.until : undefined;
}

/**
 * Counts a failure. Returns undefined, or the epoch second at which the window ends where concurrent requests have used
 * it up. However many attempts run concurrently, only the allowed number learn that they failed.
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

/** Adds to the open window, or opens the first one. Returns the stored record where neither is possible. */
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

/** Replaces an ended window with a new one until `end`, unless another request has done so. */
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

/** Clears the failures after a success. Refuses with `barred` where the window has been used up meanwhile. */
export const forgetFailures = (
  who: string,
  now: number,
  barred: (until: number) => Error,
  allowance: Allowance = fromOneAddress,
): Write => remove(keys.attempts(who), [mayTry(now, allowance)], (old) => barred(old?.until ?? now));

/** Refuses with `barred` where the window is used up when the transaction is committed. The failures are kept. */
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

/** The seconds for which an identity counts as known at an address from which it has logged in (contract 1.6). */
const knownFor = 30 * 86_400;

/** Records that an identity has logged in from an address. */
export function noteKnown(who: string, now: number): Write {
  const until = now + knownFor;
  return put({ ...keys.known(who), until, ttl: until });
}

/** The login history of an identity at one address. */
export interface Guesses {
  /** The failures from this address. */
  here: AttemptsRecord | undefined;
  /** The failures from all addresses. */
  everywhere: AttemptsRecord | undefined;
  /** Whether it has recently logged in from this address. */
  known: boolean;
}

/** The keys of the items that `guessesIn` evaluates. They are read in one call. */
export const guessKeys = (here: string, everywhere: string) =>
  [keys.attempts(here), keys.attempts(everywhere), keys.known(here)] as const;

type GuessItems = readonly [
  here: AttemptsRecord | undefined,
  everywhere: AttemptsRecord | undefined,
  known: Records['known'] | undefined,
];

/** Evaluates the items of `guessKeys` at `now`. */
export function guessesIn([here, everywhere, known]: GuessItems, now: number): Guesses {
  return {
    here,
    everywhere,
    known: known !== undefined && known.until > now,
  };
}
