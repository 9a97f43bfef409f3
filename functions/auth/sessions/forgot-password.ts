import * as z from 'zod';
import { forgotPassword } from '#lib/domain/identity/sessions/forgot-password.ts';
import { route } from '#lib/edge/route.ts';
import { email } from '#lib/model/identity/user.ts';

/**
 * Mails a link for a new password if the address is registered; the reply does not reveal whether it is. 429 after
 * five.
 */
export const handler = route(
  {
    name: 'forgotPassword',
    action: null,
    public: true,
    body: z.strictObject({ email }),
    reply: z.strictObject({
      status: z
        .literal('sent')
        .describe('States that the request was accepted, not whether the address is registered.'),
    }),
  },
  (context, { body }) => forgotPassword(context, body),
);
