import type { Stored } from '#lib/store/entity.ts';
import { inviteIndex } from '#lib/store/indexes.ts';
import { keys } from '#lib/store/keys.ts';
import { generationOf, isOfGeneration } from '#lib/store/platform/generations.ts';
import { batchGet, due, firstOfIndex, queryAll } from '#lib/store/platform/read.ts';
import { create, put, remove, type Write } from '#lib/store/platform/write.ts';
import type { inviteRecord } from './invites.entity.ts';

export type InviteRecord = Stored<typeof inviteRecord>;

/** The seconds for which a settled invite is kept, to distinguish it from an unknown one. */
const retentionSeconds = 30 * 24 * 3600;

/** An invite of an account that is pending, or was settled within the last 30 days. */
export async function getInvite(account: string, invite: string, now: Date): Promise<InviteRecord | undefined> {
  const [pending, settled, owner] = await batchGet([
    keys.invite(account, invite),
    keys.settledInvite(account, invite),
    keys.account(account),
  ]);
  if (settled && settled.ttl * 1000 > now.getTime()) return settled;
  return pending && inviteInGeneration(pending, generationOf(owner));
}

const inviteInGeneration = (record: InviteRecord, generation: number): InviteRecord =>
  isOfGeneration(record, generation) ? record : { ...record, status: 'revoked' };

/**
 * All unsettled invites of an account: those pending in this generation, and those that have expired or belong to an
 * earlier generation but are not settled yet. Their number never exceeds the quota.
 */
export const pendingInvites = async (account: string, generation: number): Promise<InviteRecord[]> =>
  (await queryAll({ pk: keys.invite(account, '').pk })).map((record) => inviteInGeneration(record, generation));

export const createInvite = (record: InviteRecord): Write =>
  create({
    ...keys.invite(record.account_id, record.id),
    gsi1pk: inviteIndex,
    gsi1sk: record.expires_at,
    ...record,
  });

/** Settles a pending invite with an outcome. Of several concurrent requests, one succeeds. */
export function settleInvite(
  record: InviteRecord,
  outcome: Pick<InviteRecord, 'status' | 'updated_at' | 'accepted'>,
): Write[] {
  const { account_id, id } = record;
  const ttl = Math.floor(Date.parse(outcome.updated_at) / 1000) + retentionSeconds;
  return [
    remove(keys.invite(account_id, id), [['pk', 'exists']]),
    put({ ...record, ...outcome, ...keys.settledInvite(account_id, id), gsi1pk: undefined, gsi1sk: undefined, ttl }),
  ];
}

/** The pending invites that have expired at `now` (RFC 3339), earliest first. */
export const dueInvites = (now: string) => due(inviteIndex, now);

/** When the next invite expires (RFC 3339), or null. */
export async function nextInviteExpiry(): Promise<string | null> {
  return (await firstOfIndex(inviteIndex))?.expires_at ?? null;
}
