import type { AccessClaims } from '#lib/drivers/tokens/access-claims.ts';
import { ApiError } from '#lib/model/errors.ts';
import type { Principal } from '#lib/model/principal.ts';
import {
  type AccountRecord,
  type Identity,
  readIdentity,
  type SessionRecord,
  type UserRecord,
} from '#lib/store/accounts.ts';

/**
 * The principal of a genuine access token, as the table has it now: 401 once its session is revoked or over, its user
 * is gone, or all of the user's sessions were ended; 403 account_blocked.
 */
export async function readPrincipal(claims: AccessClaims, now: Date): Promise<Principal> {
  const identity = await readIdentity(claims.sub, claims.sid, claims.account_id);
  const { user, account, session } = proven(identity, claims);
  if (!isLive(session, user, now)) throw over();
  const refusal = blocked(user, account);
  if (refusal) throw refusal;
  return { ...rootPrincipal(user, account, session), iam_version: identity.iam_version };
}

/** A root user as a principal, by one of their sessions or, where they only prove who they are, by none. */
export function rootPrincipal(user: UserRecord, account: AccountRecord, session?: SessionRecord): Principal {
  return {
    type: 'root',
    id: user.id,
    account_id: account.account_id,
    default_vpc_id: account.default_vpc_id,
    name: user.email,
    session_id: session?.id ?? null,
    access_key_id: null,
    auth_method: 'password',
    mfa: session?.amr.includes('otp') ?? false,
    role: null,
    iam_version: 0,
    suspended: account.status === 'suspended',
  };
}

/** Whether a session can still be used: neither revoked, nor past its time, nor ended with all of its user's. */
export function isLive(session: SessionRecord, user: UserRecord, now: Date): boolean {
  return !session.revoked && session.expires * 1000 > now.getTime() && session.generation === user.generation;
}

/** The 403 for whom the operator has shut out, or undefined. */
export function blocked(user: UserRecord, account: AccountRecord): ApiError | undefined {
  if (user.status !== 'blocked' && account.status !== 'blocked') return undefined;
  return new ApiError('account_blocked', `account ${account.account_id} is blocked; contact support`);
}

function proven({ user, session, account }: Identity, claims: AccessClaims) {
  if (claims.typ !== 'root' || !user || !account || !session) throw over();
  if (user.account_id !== claims.account_id || session.user_id !== claims.sub) throw over();
  return { user, session, account };
}

const over = () => new ApiError('invalid_token', 'access token is no longer valid; log in again');
