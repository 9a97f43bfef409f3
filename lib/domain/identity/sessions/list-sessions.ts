import type { Context } from '#lib/domain/platform/context.ts';
import { pageOf } from '#lib/domain/platform/lists.ts';
import { together } from '#lib/domain/platform/together.ts';
import type { Session } from '#lib/model/identity/session.ts';
import type { ListQuery } from '#lib/model/platform/lists.ts';
import { newestSessions } from '#lib/store/identity/accounts.ts';
import { isLive } from './principal.ts';
import { currentSession } from './resource.ts';

/** The most sessions that are read (contract 1.8). */
const readAtMost = 1000;

/**
 * One page of the caller's sessions that have not ended; 403 for a caller without a session, such as one with an
 * access key.
 */
export async function listSessions(
  context: Context,
  query: ListQuery,
): Promise<{ sessions: Session[]; next_cursor: string }> {
  const [own, newest] = await together([currentSession(context), newestSessions(context.principal.id, readAtMost)]);
  const live = newest.filter((session) => isLive(session, own, context.now));
  const sessions = live.map(({ id, created_at, last_used_at, source_ip, source_instance = null, user_agent }) => ({
    id,
    created_at,
    last_used_at,
    source_ip,
    source_instance,
    user_agent,
    current: id === own.id,
  }));
  const { items, next_cursor } = await pageOf(context, `sessions of ${context.principal.id}`, query, sessions, {
    label: 'id',
  });
  return { sessions: items, next_cursor };
}
