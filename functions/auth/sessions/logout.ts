import * as z from 'zod';
import { logout } from '#lib/domain/identity/sessions/logout.ts';
import { route } from '#lib/edge/route.ts';

/** Ends this session, or with `all` every session of the user, and clears the cookies. */
export const handler = route(
  {
    name: 'logout',
    action: null,
    body: z.strictObject({
      all: z.boolean().default(false).describe('Whether every session of the user ends.'),
    }),
    reply: z.strictObject({ status: z.literal('logged_out').describe('States that the session has ended.') }),
  },
  (context, { body }) => logout(context, body),
);
