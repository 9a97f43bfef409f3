import { listSessions } from '#lib/domain/identity/sessions/list-sessions.ts';
import { route } from '#lib/edge/route.ts';
import { session } from '#lib/model/identity/session.ts';
import { listOf } from '#lib/model/platform/lists.ts';

/** The caller's sessions that have not ended, newest first, 200 at most; 403 for a caller with an access key. */
export const handler = route({ name: 'listSessions', action: null, reply: listOf('sessions', session) }, (context) =>
  listSessions(context),
);
