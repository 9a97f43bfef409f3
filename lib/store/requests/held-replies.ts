import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { Stored } from '#lib/store/entity.ts';
import { keys } from '#lib/store/keys.ts';
import { documents, tableName } from '#lib/store/platform/client.ts';
import {
  type Change,
  type Clause,
  condition,
  Placeholders,
  updateExpression,
} from '#lib/store/platform/expressions.ts';
import { recordAt } from '#lib/store/platform/read.ts';
import type { heldReplies, lease } from './held-replies.entity.ts';

/** The maximum number of replies held at once for a principal and for an account (contract 1.3). */
const most = { principal: 10, account: 20 } as const;

/**
 * Milliseconds after which a lease is void. This is longer than a reply is held, so that only a crash leaves one
 * behind.
 */
const validMs = 30_000;

/** Seconds after its last lease for which the account's item is kept. */
const retentionSeconds = 60;

/** The principal whose reply is held. */
interface Holder {
  readonly account_id: string;
  readonly id: string;
}

/**
 * The slot of one held reply: `<void from, epoch milliseconds>#<principal>#<request>`. An account's item has the set of
 * all leases and a set for each principal, because an expression of DynamoDB can count one set but not add two counts.
 */
export type Lease = Stored<typeof lease>;

const ofAccount = 'leases';
const ofPrincipal = (id: string) => `leases of ${id}` as const;

type HeldReplies = Stored<typeof heldReplies>;

/**
 * Takes a slot for the held reply to a request at `at` (real clock); undefined where the principal or the account has
 * no slot left. One conditional write, or two more where all slots are taken and some of their leases are void.
 */
export async function claimLease({ account_id, id }: Holder, request: string, at: Date): Promise<Lease | undefined> {
  const lease = `${at.getTime() + validMs}#${id}#${request}`;
  const taken = await claim(account_id, id, lease, at);
  if (!taken) return lease;
  const lapsed = [...(taken[ofAccount] ?? [])].filter((one) => Number.parseInt(one, 10) <= at.getTime());
  if (lapsed.length === 0) return undefined;
  await change(account_id, { delete: setsOf(lapsed) });
  return (await claim(account_id, id, lease, at)) ? undefined : lease;
}

/** Returns a slot. Does nothing where its void lease has already been removed. */
export async function vacateLease({ account_id }: Pick<Holder, 'account_id'>, lease: Lease): Promise<void> {
  await change(account_id, { delete: setsOf([lease]) }, [[ofAccount, 'contains', lease]]);
}

/** Adds a lease. Returns the item where no slot is left. */
function claim(account: string, principal: string, lease: Lease, at: Date): Promise<HeldReplies | undefined> {
  const ttl = Math.floor(at.getTime() / 1000) + retentionSeconds;
  return change(account, { set: { ttl }, add: setsOf([lease]) }, [
    [ofPrincipal(principal), 'fewer than', most.principal],
    [ofAccount, 'fewer than', most.account],
  ]);
}

/** The sets that contain these leases. */
function setsOf(leases: readonly Lease[]): HeldReplies {
  const sets: HeldReplies = { [ofAccount]: new Set(leases) };
  for (const lease of leases) {
    const name = ofPrincipal(lease.split('#')[1] ?? '');
    sets[name] = (sets[name] ?? new Set()).add(lease);
  }
  return sets;
}

/** Changes an account's item where the clauses hold. Returns the item where they do not. */
async function change(
  account: string,
  changes: Change<HeldReplies>,
  clauses: readonly Clause<HeldReplies>[] = [],
): Promise<HeldReplies | undefined> {
  const key = keys.heldReplies(account);
  const at = new Placeholders();
  const [UpdateExpression, ConditionExpression] = [updateExpression<HeldReplies>(changes, at), condition(clauses, at)];
  const expressions = { UpdateExpression, ConditionExpression, ...at.attributes() };
  try {
    await documents().send(
      new UpdateCommand({
        TableName: tableName(),
        Key: key,
        ...expressions,
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    );
    return undefined;
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    return error.Item ? recordAt(key, unmarshall(error.Item)) : {};
  }
}
