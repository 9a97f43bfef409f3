import type { Context } from '#lib/domain/platform/context.ts';
import { pageThrough } from '#lib/domain/platform/long-lists.ts';
import type { Session } from '#lib/model/identity/session.ts';
import { isMatched, type ListQuery } from '#lib/model/platform/lists.ts';
import { type SessionRecord, sessionsByAge } from '#lib/store/identity/accounts.ts';
import { isLive } from './principal.ts';
import { currentSession } from './resource.ts';

/**
 * One page of the caller's sessions that have not ended; 403 for a caller without a session, such as one with an
 * access key.
 */
export async function listSessions(
  context: Context,
  query: ListQuery,
): Promise<{ sessions: Session[]; next_cursor: string }> {
  const { id: user } = context.principal;
  const own = await currentSession(context);
  const { items, next_cursor } = await pageThrough<SessionRecord>(context, `sessions of ${user}`, query, {
    read: (stretch) => sessionsByAge(user, stretch),
    place: ({ id }) => ({ id, name: '' }),
    keep: (session) => isLive(session, own, context.now) && isMatched(session, query),
  });
  return { sessions: items.map((session) => toSession(session, own.id)), next_cursor };
}

const toSession = (session: SessionRecord, own: string): Session => ({
  id: session.id,
  created_at: session.created_at,
  last_used_at: session.last_used_at,
  source_ip: session.source_ip,
  source_instance: session.source_instance ?? null,
  user_agent: session.user_agent,
  current: session.id === own,
});
