import type { Context } from '#lib/domain/platform/context.ts';
import { together } from '#lib/domain/platform/together.ts';
import { matchesHash, newOpaqueToken } from '#lib/drivers/tokens/opaque.ts';
import type { Invite, Member } from '#lib/model/identity/team.ts';
import { ApiError, notFound } from '#lib/model/platform/errors.ts';
import { getInvite, type InviteRecord, settleInvite } from '#lib/store/identity/invites.ts';
import { type MemberRecord, membersOf } from '#lib/store/identity/members.ts';
import { returnQuota } from '#lib/store/platform/quotas.ts';
import { freeUnique } from '#lib/store/platform/uniques.ts';
import type { Write } from '#lib/store/platform/write.ts';

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
    allowed_actions: [],
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

/** An address as a stranger may see it: `a•••@example.com`. */
export const masked = (email: string): string => email.replace(/^(.).*(?=@)/u, '$1•••');

/** A member of the caller's account who is not its owner; 404 for none, 403 for the owner. */
export async function findMember({ principal }: Context, id: string): Promise<MemberRecord> {
  const member = (await membersOf(principal.account_id)).find((one) => one.id === id);
  if (!member) throw notFound('member', id);
  if (member.role !== 'owner') return member;
  throw new ApiError('access_denied', `member ${id} is the owner of account ${member.account_id} and stays so`);
}

/** `<invite>.<account>_<256 random bits>`: it says where to look, and the bits prove that it may. */
export const newInviteToken = (invite: string, account: string): string => newOpaqueToken(`${invite}.${account}`);

const pattern = /^(ivt-[0-9a-hjkmnp-tv-z]{26})\.(\d{12})_[A-Za-z0-9_-]{43}$/;

/**
 * The invite that a token was made for, and what is read of its account beside it; 404 for any other text, and for one
 * that was revoked. Expiry is the caller's to see.
 */
export async function inviteByToken<T>(
  token: string,
  now: Date,
  beside: (account: string) => Promise<T>,
): Promise<[InviteRecord, T]> {
  const [, id = '', account = ''] = pattern.exec(token) ?? [];
  if (!id) throw unknownInvite();
  const [invite, more] = await together([getInvite(account, id, now), beside(account)]);
  if (!invite || !matchesHash(token, invite.token_hash) || invite.status === 'revoked') throw unknownInvite();
  return [invite, more];
}

/** The 404 of a token that opens nothing, or nothing to this caller. */
export const unknownInvite = () => new ApiError('not_found', 'token: no such invite; it may have been revoked');

/** The 410 of an invite that nobody accepted in time. */
export const expiredInvite = ({ id, expires_at }: InviteRecord) =>
  new ApiError('invite_expired', `invite ${id} expired at ${expires_at}; ask for a new one`);

/** What keeps an address from having two pending invites to one account. */
export const pendingInvite = 'invite';

/** A pending invite's end: its address and its place in the quota are free again. */
export const settled = (invite: InviteRecord, outcome: Parameters<typeof settleInvite>[1]): Write[] => [
  ...settleInvite(invite, outcome),
  freeUnique(invite.account_id, pendingInvite, invite.email, invite.id),
  returnQuota(invite.account_id, 'pending_invites'),
];
