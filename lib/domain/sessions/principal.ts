import type { AccessClaims } from '#lib/drivers/tokens/access-claims.ts';
import { ApiError } from '#lib/model/errors.ts';
import type { Principal } from '#lib/model/principal.ts';
import { type Identity, readIdentity } from '#lib/store/accounts.ts';

/**
 * The principal of a genuine access token, as the table has it now: 401 once its session is revoked or over, its user
 * is gone, or it was issued before the user's tokens were called in; 403 account_blocked.
 */
export async function readPrincipal(claims: AccessClaims, now: Date): Promise<Principal> {
  const identity = await readIdentity(claims.sub, claims.sid, claims.account_id);
  const refusal = refusalOf(identity, claims, Math.floor(now.getTime() / 1000));
  if (refusal) throw refusal;
  return {
    type: claims.typ,
    id: claims.sub,
    account_id: claims.account_id,
    default_vpc_id: identity.account?.default_vpc_id ?? '',
    name: identity.user?.email ?? claims.sub,
    session_id: claims.sid,
    access_key_id: claims.key_id ?? null,
    auth_method: 'password',
    mfa: claims.amr.includes('otp'),
  };
}

function refusalOf({ user, session, account }: Identity, claims: AccessClaims, now: number): ApiError | undefined {
  const over = new ApiError('invalid_token', 'access token is no longer valid; log in again');
  if (claims.typ !== 'root' || !user || !account || !session) return over;
  if (user.account_id !== claims.account_id || session.user_id !== claims.sub) return over;
  if (session.revoked || session.expires <= now || claims.iat < user.not_before) return over;
  if (account.status === 'blocked' || user.status === 'blocked') {
    return new ApiError('account_blocked', `account ${account.account_id} is blocked; contact support`);
  }
  return undefined;
}
