import { together } from '#lib/domain/platform/together.ts';
import { matchesHash, newOpaqueToken } from '#lib/drivers/tokens/opaque.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { getInvite, type InviteRecord } from '#lib/store/identity/invites.ts';

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
