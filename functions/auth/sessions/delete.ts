import * as z from 'zod';
import { deleteSession } from '#lib/domain/identity/sessions/delete-session.ts';
import { route } from '#lib/edge/route.ts';
import { deleted, id } from '#lib/model/platform/common.ts';

/** Ends one of the caller's sessions; 404 for an ended session and for a session of another user. */
export const handler = route(
  {
    name: 'deleteSession',
    action: null,
    params: z.strictObject({ id: id('session') }),
    dryRun: true,
    reply: z.strictObject({ id: id('session'), deleted }),
  },
  (context, { params }) => deleteSession(context, params),
);
