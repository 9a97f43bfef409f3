import { listSessions } from '#lib/domain/sessions/list-sessions.ts';
import { route } from '#lib/edge/route.ts';
import { listOf } from '#lib/model/lists.ts';
import { session } from '#lib/model/session.ts';

/** The caller's sessions that have not ended, newest first, 200 at most; 403 for who acts by an access key. */
export const handler = route({ name: 'listSessions', action: null, reply: listOf('sessions', session) }, (context) =>
  listSessions(context),
);
