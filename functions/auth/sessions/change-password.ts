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
    body: z.strictObject({
      current_password: z
        .string()
        .describe('The current password.')
        .meta({ writeOnly: true, example: 'correct-horse-battery-0' }),
      new_password: z
        .string()
        .describe('The new password.')
        .meta({ writeOnly: true, example: 'correct-horse-battery-1' }),
    }),
    reply: z.strictObject({ status: z.literal('password_changed').describe('States that the new password is set.') }),
  },
  (context, { body }) => changePassword(context, body),
);
