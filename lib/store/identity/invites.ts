import type { TeamRole } from '#lib/model/identity/policy/managed.ts';
import type { Invite } from '#lib/model/identity/team.ts';
import { inviteIndex, keys } from '#lib/store/keys.ts';
import { all, batchGet, few, query } from '#lib/store/platform/read.ts';
import { create, put, remove, type Write } from '#lib/store/platform/write.ts';

export interface InviteRecord {
  id: string;
  account_id: string;
  email: string;
  role: TeamRole;
  status: Invite['status'];
  /** The inviter's e-mail address or username. */
  invited_by: string;
  /** SHA-256 of the token. */
  token_hash: string;
  /** RFC 3339, civil clock. */
  expires_at: string;
  created_at: string;
  updated_at: string;
  /** Who accepted it, and what that made of them. */
  accepted?: { user_id: string; member_id: string };
}

/** Seconds for which a settled invite is still told from one that never was. */
const kept = 30 * 24 * 3600;

/** An invite of an account, pending or settled not too long before this moment. */
export async function getInvite(account: string, invite: string, now: Date): Promise<InviteRecord | undefined> {
  const [pending, settled] = await batchGet([keys.invite(account, invite), keys.settledInvite(account, invite)]);
  return (settled && settled.ttl * 1000 > now.getTime() ? settled : pending) as InviteRecord | undefined;
}

/** Every pending invite of an account, and those that expired since somebody last looked: never more than the quota. */
export const pendingInvites = (account: string) => few<InviteRecord>({ pk: keys.invite(account, '').pk });

export const createInvite = (record: InviteRecord): Write =>
  create({
    ...keys.invite(record.account_id, record.id),
    gsi1pk: inviteIndex,
    gsi1sk: record.expires_at,
    ...record,
  });

/** Settles a pending invite, whichever way; of any number that do so at once, one does. */
export function settleInvite(
  record: InviteRecord,
  outcome: Pick<InviteRecord, 'status' | 'updated_at' | 'accepted'>,
): Write[] {
  const { account_id, id } = record;
  const ttl = Math.floor(Date.parse(outcome.updated_at) / 1000) + kept;
  return [
    remove(keys.invite(account_id, id), [['pk', 'exists']]),
    put({ ...record, ...outcome, ...keys.settledInvite(account_id, id), gsi1pk: undefined, gsi1sk: undefined, ttl }),
  ];
}

/** The pending invites whose time was over at this moment (RFC 3339), earliest first. */
export const dueInvites = (now: string) => all<InviteRecord>({ pk: inviteIndex, index: 'gsi1', upTo: now });

/** When the next one expires, or null. */
export async function nextInviteExpiry(): Promise<string | null> {
  const { items } = await query<InviteRecord>({ pk: inviteIndex, index: 'gsi1', limit: 1 });
  return items[0]?.expires_at ?? null;
}
