import * as z from 'zod';
import { timestamp } from '#lib/model/platform/common.ts';
import { exampleToken } from '#lib/model/platform/example-token.ts';

/** The state of a user's one-time codes (contract 2). */
export const mfa = z.strictObject({
  enabled: z.boolean().describe('Whether logins need a one-time code.').meta({ example: true }),
  type: z.literal('totp').describe('The kind of the codes: time-based.'),
  enabled_at: timestamp
    .nullable()
    .describe('When codes were enabled, in UTC; null where they are not.')
    .meta({ example: '2026-11-21T04:10:00Z' }),
  recovery_codes_remaining: z.int().describe('The number of unused recovery codes.').meta({ example: 10 }),
});
export type Mfa = z.infer<typeof mfa>;

/** The settings for an authenticator app; the QR code shows `otpauth_url`. */
export const mfaSetup = z.strictObject({
  secret: z
    .string()
    .describe('The seed in base32, to be typed into an authenticator app.')
    .meta({ example: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP' }),
  otpauth_url: z
    .string()
    .describe('The seed in the form that authenticator apps read.')
    .meta({ example: 'otpauth://totp/svc:alice?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=svc' }),
  qr_svg: z
    .string()
    .describe('A QR code of `otpauth_url`, as SVG.')
    .meta({ example: '<svg xmlns="http://www.w3.org/2000/svg"></svg>' }),
  expires_in: z.int().describe('Seconds until the setup expires.').meta({ example: 600 }),
});
export type MfaSetup = z.infer<typeof mfaSetup>;

/** A six-digit code of an authenticator app. */
export const oneTimeCode = z
  .string()
  .regex(/^\d{6}$/, 'must be six digits')
  .describe('Six digits that the authenticator app shows.')
  .meta({ writeOnly: true, example: '492039' });

/** A six-digit code, or a recovery code in any spelling. */
export const anyCode = z
  .string()
  .max(64)
  .regex(/^(?:\d{6}|[\s\-]*(?:[0-9A-Za-z][\s\-]*){10})$/v, 'must be six digits, or a recovery code')
  .describe('Six digits that the authenticator app shows, or a recovery code.')
  .meta({ writeOnly: true, example: '492039' });

/** The token of a login that still needs a code or a new password. */
export const pendingToken = z
  .string()
  .min(1)
  .max(256)
  .describe('The token of the unfinished login.')
  .meta({ example: exampleToken('pt') });

/** The reply to a correct password where a one-time code is still needed (contract 4.6). */
export const codeNeeded = z.strictObject({
  requires_2fa: z.literal(true).describe('States that a one-time code is needed.'),
  pending_token: pendingToken,
  expires_in: z.int().describe('Seconds until the token expires.').meta({ example: 300 }),
});
export type CodeNeeded = z.infer<typeof codeNeeded>;

/** The reply to a correct password that must be changed first. */
export const passwordNeeded = z.strictObject({
  password_reset_required: z.literal(true).describe('States that a new password is needed.'),
  pending_token: pendingToken,
  expires_in: z.int().describe('Seconds until the token expires.').meta({ example: 300 }),
});
export type PasswordNeeded = z.infer<typeof passwordNeeded>;
