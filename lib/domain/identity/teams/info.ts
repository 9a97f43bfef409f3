import type { InviteInfo } from '#lib/model/identity/team.ts';
import { getAccount } from '#lib/store/identity/accounts.ts';
import { isOver } from './expiry.ts';
import { expiredInvite, inviteByToken, masked, unknownInvite } from './resource.ts';

/** What the page that takes an invite shows to whoever holds its token. 404 for an unknown or revoked one, 410 once expired. */
export async function getInviteInfo({ now }: { now: Date }, { token }: { token: string }): Promise<InviteInfo> {
  const [invite, account] = await inviteByToken(token, now, getAccount);
  if (isOver(invite, now)) throw expiredInvite(invite);
  if (!account) throw unknownInvite();
  const { email, role, invited_by, expires_at, status } = invite;
  return { account_name: account.name, email: masked(email), role, invited_by, expires_at, status };
}
