import { listSessions } from '#lib/domain/identity/sessions/list-sessions.ts';
import { route } from '#lib/edge/route.ts';
import { session } from '#lib/model/identity/session.ts';
import { idFilter, listOf, logQuery } from '#lib/model/platform/lists.ts';

/** Lists the caller's open sessions, newest first; 403 for a caller with an access key. */
export const handler = route(
  { name: 'listSessions', action: null, query: logQuery.extend({ id: idFilter }), reply: listOf('sessions', session) },
  (context, { query }) => listSessions(context, query),
);
