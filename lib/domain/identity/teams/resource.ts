import { allInOrder } from '#lib/domain/platform/all-in-order.ts';
import { commitEffect } from '#lib/domain/platform/commit.ts';
import type { Context } from '#lib/domain/platform/context.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { matchesHash, newOpaqueToken } from '#lib/drivers/tokens/opaque.ts';
import type { Invite, Member } from '#lib/model/identity/team.ts';
import { ApiError, notFound } from '#lib/model/platform/errors.ts';
import { srn } from '#lib/model/platform/principal.ts';
import { getInvite, type InviteRecord, settleInvite } from '#lib/store/identity/invites.ts';
import { type MemberRecord, membersOf } from '#lib/store/identity/members.ts';
import type { Announcement } from '#lib/store/platform/activity.ts';
import { returnQuota } from '#lib/store/platform/quotas.ts';
import { freeUnique } from '#lib/store/platform/uniques.ts';
import { unlessStale, type Write } from '#lib/store/platform/write.ts';

/** An invite as replies and webhooks show it, without its token. */
export function toInvite(record: InviteRecord): Invite {
  const { id, account_id, email, role, status, invited_by, expires_at, created_at, updated_at } = record;
  return {
    id,
    account_id,
    email,
    role,
    status,
    status_reason: null,
    allowed_actions: status === 'pending' ? ['delete'] : [],
    invited_by,
    expires_at,
    created_at,
    updated_at,
  };
}

/** A member as replies and webhooks show it. */
export function toMember({ version: _, ...record }: MemberRecord): Member {
  const { id, account_id, user_id, email, name, role, created_at, updated_at } = record;
  return { id, account_id, user_id, email, name, role, joined_at: created_at, created_at, updated_at };
}

/** An address in the form that strangers may see: `a•••@example.com`. */
export const masked = (email: string): string => email.replace(/^(.).*(?=@)/u, '$1•••');

/** A member of the caller's account who is not its owner; 404 for an unknown member, 403 for the owner. */
export async function findMember({ principal }: Context, id: string): Promise<MemberRecord> {
  const member = (await membersOf(principal.account_id)).find((one) => one.id === id);
  if (!member) throw notFound('member', id);
  if (member.role !== 'owner') return member;
  throw new ApiError(
    'access_denied',
    `member ${id} is the owner of account ${member.account_id} and cannot be changed or removed`,
  );
}

/** A token `<invite>.<account>_<256 random bits>`. The ids find the invite; the random bits prove the right to it. */
export const newInviteToken = (invite: string, account: string): string => newOpaqueToken(`${invite}.${account}`);

const pattern = /^(ivt-[0-9a-hjkmnp-tv-z]{26})\.(\d{12})_[A-Za-z0-9_-]{43}$/;

/**
 * The invite of a token, and the result of `readMore` for its account, read at the same time. 404 for any other text
 * and for a revoked invite. The caller checks the expiry.
 */
export async function inviteByToken<T>(
  token: string,
  now: Date,
  readMore: (account: string) => Promise<T>,
): Promise<[InviteRecord, T]> {
  const [, id = '', account = ''] = pattern.exec(token) ?? [];
  if (!id) throw unknownInvite();
  const [invite, more] = await allInOrder([getInvite(account, id, now), readMore(account)]);
  if (!invite || !matchesHash(token, invite.token_hash) || invite.status === 'revoked') throw unknownInvite();
  return [invite, more];
}

/** The 404 for a token without an invite, or without one for this caller. */
export const unknownInvite = () => new ApiError('not_found', 'token: no such invite; it may have been revoked');

/** The 410 for an expired invite. */
export const expiredInvite = ({ id, expires_at }: InviteRecord) =>
  new ApiError('invite_expired', `invite ${id} expired at ${expires_at}; ask for a new one`);

/** The noun of the unique claim that limits an address to one pending invite to an account. */
export const pendingInvite = 'invite';

/** Ends a pending invite, and frees its address and its place in the quota. */
export const settleWrites = (invite: InviteRecord, outcome: Parameters<typeof settleInvite>[1]): Write[] => [
  ...settleInvite(invite, outcome),
  freeUnique(invite.account_id, pendingInvite, invite.email, invite.id),
  returnQuota(invite.account_id, 'pending_invites'),
];

/** Whether an invite has expired, whether or not its record says so. */
export const hasExpired = ({ status, expires_at }: InviteRecord, now: Date): boolean =>
  status === 'expired' || (status === 'pending' && expires_at <= rfc3339(now));

/**
 * Settles an invite that has expired or is of an earlier generation. Does nothing if another request has settled it.
 */
export async function settleExpired(invite: InviteRecord, now: Date): Promise<void> {
  const status = invite.status === 'revoked' ? 'revoked' : 'expired';
  const outcome = { status, updated_at: rfc3339(now) } as const;
  const event = inviteEvent(`invite_${status}`, toInvite({ ...invite, ...outcome }));
  await unlessStale(commitEffect({ writes: settleWrites(invite, outcome), announcements: [event] }));
}

/** The event of a change to an invite. */
export const inviteEvent = (
  word: 'invite_created' | 'invite_revoked' | 'invite_expired',
  invite: Invite,
): Announcement => ({
  account_id: invite.account_id,
  type: `team.${word}`,
  resource: srn('team', invite.account_id, `invite/${invite.id}`),
  name: invite.email,
  status: invite.status,
  message: `invite of ${invite.email} as ${invite.role}: ${word.slice('invite_'.length)}`,
  data: invite,
});

/** The event of a change to a member. */
export const memberEvent = (
  word: 'member_joined' | 'member_updated' | 'member_removed',
  member: Member,
): Announcement => ({
  account_id: member.account_id,
  type: `team.${word}`,
  resource: srn('team', member.account_id, `member/${member.id}`),
  name: member.email,
  message: `member ${member.email} as ${member.role}: ${word.slice('member_'.length)}`,
  data: member,
});
