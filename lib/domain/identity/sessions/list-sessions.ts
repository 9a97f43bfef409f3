import type { Context } from '#lib/domain/platform/context.ts';
import { together } from '#lib/domain/platform/together.ts';
import type { Session } from '#lib/model/identity/session.ts';
import { newestSessions } from '#lib/store/identity/accounts.ts';
import { isLive } from './principal.ts';
import { currentSession } from './resource.ts';

/** The most sessions that are read, and that are shown. */
const limits = { read: 1000, shown: 200 };

/**
 * The caller's sessions that have not ended, newest first; 403 for a caller without a session, such as one with an
 * access key.
 */
export async function listSessions(context: Context): Promise<{ sessions: Session[]; next_cursor: '' }> {
  const [own, newest] = await together([currentSession(context), newestSessions(context.principal.id, limits.read)]);
  const live = newest.filter((session) => isLive(session, own, context.now)).slice(0, limits.shown);
  const sessions = live.map(({ id, created_at, last_used_at, source_ip, user_agent }) => ({
    id,
    created_at,
    last_used_at,
    source_ip,
    user_agent,
    current: id === own.id,
  }));
  return { sessions, next_cursor: '' };
}
