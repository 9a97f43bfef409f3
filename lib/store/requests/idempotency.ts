import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { Stored } from '#lib/store/entity.ts';
import { keys } from '#lib/store/keys.ts';
import { documents, tableName } from '#lib/store/platform/client.ts';
import { get, recordAt } from '#lib/store/platform/read.ts';
import { remove, transact, update, type Write } from '#lib/store/platform/write.ts';
import type { idempotencyRecord } from './idempotency.entity.ts';

/** The record of an Idempotency-Key. It contains neither the key itself nor the plain reply. */
export type IdempotencyRecord = Stored<typeof idempotencyRecord>;

export type Claim = { mine: true } | { mine: false; record: IdempotencyRecord };

interface ClockTimes {
  /** Epoch milliseconds, real clock. */
  real: number;
  /** Epoch seconds, civil clock. */
  civil: number;
}

/** Claims a scope for this owner in one conditional write, or returns the record that has it. */
export async function claim(scope: string, record: IdempotencyRecord, now: ClockTimes): Promise<Claim> {
  try {
    await documents().send(
      new PutCommand({
        TableName: tableName(),
        Item: { ...keys.idempotency(scope), ...record },
        ConditionExpression:
          'attribute_not_exists(pk) OR #ttl <= :civil OR (#state = :open AND fingerprint = :print AND #lease < :real)',
        ExpressionAttributeNames: { '#ttl': 'ttl', '#state': 'state', '#lease': 'lease' },
        ExpressionAttributeValues: {
          ':civil': now.civil,
          ':real': now.real,
          ':open': 'in_progress',
          ':print': record.fingerprint,
        },
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    );
    return { mine: true };
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException) || !error.Item) throw error;
    return { mine: false, record: recordAt(keys.idempotency(scope), unmarshall(error.Item)) };
  }
}

/** The record of a scope, for a request that does not claim it. */
export async function lookUp(scope: string, civil: number): Promise<IdempotencyRecord | undefined> {
  const record = await get(keys.idempotency(scope));
  return record && record.ttl > civil ? record : undefined;
}

/** Completes the owner's claim, in the transaction of the effect. */
export const complete = (scope: string, owner: string, reply: string, lost: () => Error): Write =>
  update(
    keys.idempotency(scope),
    { set: { state: 'done', reply }, remove: ['lease'] },
    [
      ['owner', '=', owner],
      ['state', '=', 'in_progress'],
    ],
    lost,
  );

/** Releases the owner's claim, so that a retry runs the request again. */
export async function deleteClaim(scope: string, owner: string): Promise<void> {
  const release = remove(
    keys.idempotency(scope),
    [
      ['owner', '=', owner],
      ['state', '=', 'in_progress'],
    ],
    () => new ClaimLost(),
  );
  await transact([release]).catch((error) => {
    if (!(error instanceof ClaimLost)) throw error;
  });
}

class ClaimLost extends Error {
  override readonly name = 'Lost';
}

/** A request's own writes, in the order in which their refusals take precedence. */
export type Writes = Write[];

/** Commits all of the writes or none. Throws the refusal of the first write whose condition fails. */
export const carryOut = (writes: readonly Write[]): Promise<void> => transact(writes);
