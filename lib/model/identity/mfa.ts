import * as z from 'zod';
import { timestamp } from '#lib/model/platform/common.ts';

/** Somebody's one-time codes (contract 2). */
export const mfa = z.strictObject({
  enabled: z.boolean(),
  type: z.literal('totp'),
  enabled_at: timestamp.nullable(),
  recovery_codes_remaining: z.int(),
});
export type Mfa = z.infer<typeof mfa>;

/** What an authenticator app is told; the QR code shows `otpauth_url`. */
export const mfaSetup = z.strictObject({
  secret: z.string(),
  otpauth_url: z.string(),
  qr_svg: z.string(),
  expires_in: z.int(),
});
export type MfaSetup = z.infer<typeof mfaSetup>;

/** Six digits of an authenticator app. */
export const oneTimeCode = z.string().regex(/^\d{6}$/, 'must be six digits');

/** Six digits, or a recovery code however it is typed. */
export const anyCode = z
  .string()
  .max(64)
  .regex(/^(?:\d{6}|[\s-]*(?:[0-9A-Za-z][\s-]*){10})$/, 'must be six digits, or a recovery code');

/** What stands between a right password and a login: a code, or a new password. */
export const pendingToken = z.string().min(1).max(256);

/** The answer to a right password where a one-time code is still to come (contract 4.6). */
export const codeNeeded = z.strictObject({
  requires_2fa: z.literal(true),
  pending_token: pendingToken,
  expires_in: z.int(),
});
export type CodeNeeded = z.infer<typeof codeNeeded>;

/** The answer to a right password that its user has to change first. */
export const passwordNeeded = z.strictObject({
  password_reset_required: z.literal(true),
  pending_token: pendingToken,
  expires_in: z.int(),
});
export type PasswordNeeded = z.infer<typeof passwordNeeded>;
