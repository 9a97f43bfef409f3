import type { Context } from '#lib/domain/platform/context.ts';
import { ACCESS_TOKEN_SECONDS } from '#lib/drivers/tokens/access-claims.ts';
import type { User } from '#lib/model/identity/user.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { setting } from '#lib/model/platform/settings.ts';
import { type AccountRecord, getSession, type SessionRecord, type UserRecord } from '#lib/store/identity/accounts.ts';
import { sessionEnded } from './actor.ts';

/** A root user as replies show it. The status of an owner also shows that the account is suspended. */
export function toUser(user: UserRecord, account: AccountRecord): User {
  return {
    id: user.id,
    account_id: user.account_id,
    created_at: user.created_at,
    updated_at: user.updated_at,
    email: user.email,
    email_verified: user.email_verified,
    name: user.name,
    mfa_enabled: user.mfa_enabled,
    status: statusOf(user, account),
  };
}

/** The account's status unless it is active; then the user's. */
export function statusOf(user: UserRecord, account: AccountRecord): User['status'] {
  return account.status === 'active' ? user.status : account.status;
}

/** The caller's session, which is of the user's latest generation; 403 for a caller with an access key. */
export async function currentSession({ principal }: Context): Promise<SessionRecord> {
  const { session_id, name } = principal;
  if (session_id === null) {
    throw new ApiError(
      'access_denied',
      `user ${name} acts by an access key, which has no session; log in with a password`,
    );
  }
  const session = await getSession(session_id);
  if (!session) throw sessionEnded();
  return session;
}

/** The Set-Cookie values that keep a session in a browser. The refresh token is sent only to /auth (contract 4.6). */
export function sessionCookies(
  pair: { access_token: string; refresh_token: string },
  refreshSeconds: number,
): string[] {
  return [
    cookie('svc_access', pair.access_token, '/', ACCESS_TOKEN_SECONDS),
    cookie('svc_refresh', pair.refresh_token, '/auth', refreshSeconds),
  ];
}

/** The Set-Cookie values that remove a session from a browser. */
export function clearedCookies(): string[] {
  return [cookie('svc_access', '', '/', 0), cookie('svc_refresh', '', '/auth', 0)];
}

function cookie(name: string, value: string, path: string, seconds: number): string {
  const secure = setting('SVC_BASE_URL')?.startsWith('https:') ? '; Secure' : '';
  return `${name}=${value}; Max-Age=${seconds}; Path=${path}; HttpOnly; SameSite=Lax${secure}`;
}
