import * as z from 'zod';
import { resetPassword } from '#lib/domain/identity/sessions/reset-password.ts';
import { revokeBucketKeys } from '#lib/domain/storage/bucket-keys/revoke-all.ts';
import { route } from '#lib/edge/route.ts';
import { exampleToken } from '#lib/model/platform/example-token.ts';

/**
 * Sets a new password with a mailed token, and ends every session. The first reset of an address that was never
 * verified also verifies it, and revokes every earlier session, key, one-time code, password of an IAM user, webhook
 * and invite. 400 names each rule that the password breaks, 403 account_blocked, 410 reset_token_expired.
 */
export const handler = route(
  {
    name: 'resetPassword',
    action: null,
    public: true,
    body: z.strictObject({
      token: z
        .string()
        .min(1)
        .max(256)
        .describe('The token that was mailed.')
        .meta({ writeOnly: true, example: exampleToken('rst') }),
      password: z.string().describe('The new password.').meta({ writeOnly: true, example: 'correct-horse-battery-1' }),
    }),
    reply: z.strictObject({ status: z.literal('password_changed').describe('States that the new password is set.') }),
  },
  (context, { body }) => resetPassword(context, body, revokeBucketKeys),
);
