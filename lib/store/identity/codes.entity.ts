import * as z from 'zod';
import { entity } from '#lib/store/entity.ts';

/** The code that verifies a user's address. Only the newest code is valid. Times are by the civil clock. */
export const emailCodeRecord = z.strictObject({
  /** Keyed hash of user and code. */
  hash: z.string(),
  tries: z.number(),
  used: z.boolean(),
  /** Epoch milliseconds. */
  sent_at: z.number(),
  /** Epoch seconds. */
  expires: z.number(),
});

/** The purpose of a reset token. The address may not be registered, so that a request reveals nothing. */
export const resetTokenRecord = z.strictObject({
  email: z.string(),
  used: z.boolean(),
  /** Epoch seconds, civil clock. */
  expires: z.number(),
  /**
   * The user that got the mail, and the number of password changes at that time. The token changes only that password.
   */
  user_id: z.string().exactOptional(),
  password_changes: z.number().exactOptional(),
});

export const entities = {
  emailCode: entity({
    about: 'e-mail code',
    pk: 'U#<user>',
    sk: 'EMAIL-CODE',
    read: 'verify-email, resend-verification',
    expires: 'always',
    record: emailCodeRecord,
  }),
  resetToken: entity({
    about: 'reset token',
    pk: 'RESET#<hash>',
    sk: 'RESET',
    read: 'reset-password',
    expires: 'always',
    record: resetTokenRecord,
  }),
};
