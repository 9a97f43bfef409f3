import type { InviteInfo } from '#lib/model/identity/team.ts';
import { getAccount } from '#lib/store/identity/accounts.ts';
import { expiredInvite, hasExpired, inviteByToken, masked, unknownInvite } from './resource.ts';

/**
 * The public information on an invite, for a caller with its token. 404 for an unknown or revoked invite, 410 for an
 * expired one.
 */
export async function getInviteInfo({ now }: { now: Date }, { token }: { token: string }): Promise<InviteInfo> {
  const [invite, account] = await inviteByToken(token, now, getAccount);
  if (hasExpired(invite, now)) throw expiredInvite(invite);
  if (!account) throw unknownInvite();
  const { email, role, invited_by, expires_at, status } = invite;
  return { account_name: account.name, email: masked(email), role, invited_by, expires_at, status };
}
