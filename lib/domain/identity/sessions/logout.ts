import type { Context } from '#lib/domain/platform/context.ts';
import { endIamSessions, endSessions, revokeSession } from '#lib/store/identity/accounts.ts';
import { clearedCookies } from './resource.ts';

/** Ends the caller's session, or with `all` every session of the caller, from the next request on. */
export function logout(context: Context, { all }: { all: boolean }): Promise<{ status: 'logged_out' }> {
  const { type, id, account_id, name, session_id } = context.principal;
  const everywhere = type === 'iam' ? endIamSessions(account_id, name, id) : endSessions(id);
  return context.commit({
    writes: [...(session_id ? [revokeSession(session_id)] : []), ...(all ? [everywhere] : [])],
    reply: { status: 'logged_out' },
    cookies: clearedCookies(),
  });
}
