import type { Context } from '#lib/domain/context.ts';
import { endSessions, revokeSession } from '#lib/store/accounts.ts';
import { clearedCookies } from './cookies.ts';

/** Ends the caller's session, or with `all` every session of theirs, from the next request on. */
export function logout(context: Context, { all }: { all: boolean }): Promise<{ status: 'logged_out' }> {
  const { id, session_id } = context.principal;
  return context.commit({
    writes: [...(session_id ? [revokeSession(session_id)] : []), ...(all ? [endSessions(id)] : [])],
    reply: { status: 'logged_out' },
    cookies: clearedCookies(),
  });
}
