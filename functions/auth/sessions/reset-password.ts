import * as z from 'zod';
import { resetPassword } from '#lib/domain/identity/sessions/reset-password.ts';
import { revokeBucketKeys } from '#lib/domain/storage/bucket-keys/revoke-all.ts';
import { route } from '#lib/edge/route.ts';

/**
 * Sets a new password by a mailed token and ends every session. The first for an address that was never verified verifies
 * it, and revokes what was made before: sessions, keys, one-time codes, passwords of IAM users, webhooks and invites. 400
 * with every rule that it breaks, 403 account_blocked, 410 reset_token_expired.
 */
export const handler = route(
  {
    name: 'resetPassword',
    action: null,
    public: true,
    body: z.strictObject({ token: z.string().min(1).max(256), password: z.string() }),
    reply: z.strictObject({ status: z.literal('password_changed') }),
  },
  (context, { body }) => resetPassword(context, body, revokeBucketKeys),
);
