import * as z from 'zod';
import { timestamp } from '#lib/model/platform/common.ts';

/** The state of a user's one-time codes (contract 2). */
export const mfa = z.strictObject({
  enabled: z.boolean(),
  type: z.literal('totp'),
  enabled_at: timestamp.nullable(),
  recovery_codes_remaining: z.int(),
});
export type Mfa = z.infer<typeof mfa>;

/** The settings for an authenticator app; the QR code shows `otpauth_url`. */
export const mfaSetup = z.strictObject({
  secret: z.string(),
  otpauth_url: z.string(),
  qr_svg: z.string(),
  expires_in: z.int(),
});
export type MfaSetup = z.infer<typeof mfaSetup>;

/** A six-digit code of an authenticator app. */
export const oneTimeCode = z.string().regex(/^\d{6}$/, 'must be six digits');

/** A six-digit code, or a recovery code in any spelling. */
export const anyCode = z
  .string()
  .max(64)
  .regex(/^(?:\d{6}|[\s-]*(?:[0-9A-Za-z][\s-]*){10})$/, 'must be six digits, or a recovery code');

/** The token of a login that still needs a code or a new password. */
export const pendingToken = z.string().min(1).max(256);

/** The reply to a right password where a one-time code is still needed (contract 4.6). */
export const codeNeeded = z.strictObject({
  requires_2fa: z.literal(true),
  pending_token: pendingToken,
  expires_in: z.int(),
});
export type CodeNeeded = z.infer<typeof codeNeeded>;

/** The reply to a right password that must be changed first. */
export const passwordNeeded = z.strictObject({
  password_reset_required: z.literal(true),
  pending_token: pendingToken,
  expires_in: z.int(),
});
export type PasswordNeeded = z.infer<typeof passwordNeeded>;
