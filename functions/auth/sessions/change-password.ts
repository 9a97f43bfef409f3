import * as z from 'zod';
import { changePassword } from '#lib/domain/identity/sessions/change-password.ts';
import { route } from '#lib/edge/route.ts';

/**
 * Changes the caller's password and ends the caller's other sessions; 401 invalid_credentials for a wrong current
 * password, 403 for IAM users, 429.
 */
export const handler = route(
  {
    name: 'changePassword',
    action: null,
    body: z.strictObject({ current_password: z.string(), new_password: z.string() }),
    reply: z.strictObject({ status: z.literal('password_changed') }),
  },
  (context, { body }) => changePassword(context, body),
);
