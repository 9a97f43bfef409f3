import * as z from 'zod';
import { forgotPassword } from '#lib/domain/identity/sessions/forgot-password.ts';
import { route } from '#lib/edge/route.ts';
import { email } from '#lib/model/identity/user.ts';

/** Has a link mailed for a new password, if somebody is registered under the address, and never says whether; 429 after five. */
export const handler = route(
  {
    name: 'forgotPassword',
    action: null,
    public: true,
    body: z.strictObject({ email }),
    reply: z.strictObject({ status: z.literal('sent') }),
  },
  (context, { body }) => forgotPassword(context, body),
);
