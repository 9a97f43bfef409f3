import * as z from 'zod';
import { accountId, id, stamps, timestamp } from '#lib/model/platform/common.ts';

/** An address for sign-up and login; case is ignored. */
export const email = z.email('must be an e-mail address').max(254).toLowerCase();

/** The name of a user or an account. */
export const displayName = z
  .string()
  .min(1)
  .max(64)
  .regex(/^(?=\s*\S)[^\p{Cc}\p{Cs}]*$/u, 'must be text without control characters');

/** A root user, as replies show it. */
export const user = z.strictObject({
  id: id('user'),
  ...stamps,
  email: z.string(),
  email_verified: z.boolean(),
  name: z.string().nullable(),
  mfa_enabled: z.boolean(),
  status: z.enum(['pending_verification', 'active', 'suspended', 'blocked']),
});
export type User = z.infer<typeof user>;

/** The reply to register, login and refresh (contract 4.6). */
export const tokens = z.strictObject({
  access_token: z.string(),
  refresh_token: z.string(),
  token_type: z.literal('Bearer'),
  expires_in: z.int(),
  user,
  account_id: accountId,
});
export type Tokens = z.infer<typeof tokens>;

/** The reply to an IAM user's login and refresh (contract 4.7). */
export const iamTokens = tokens.extend({
  user: z.strictObject({ id: id('user'), ...stamps, username: z.string(), mfa_enabled: z.boolean() }),
});
export type IamTokens = z.infer<typeof iamTokens>;

/** The reply to the exchange of an access key. It has no refresh token, because the key can be exchanged again. */
export const accessToken = tokens.pick({ access_token: true, token_type: true, expires_in: true });
export type AccessToken = z.infer<typeof accessToken>;

/** The caller's profile (contract 4.6). A field that does not apply to the caller's type is null. */
export const profile = z.strictObject({
  type: z.enum(['root', 'iam', 'member']),
  id: z.string(),
  email: z.string().nullable(),
  username: z.string().nullable(),
  name: z.string().nullable(),
  account_id: accountId,
  email_verified: z.boolean().nullable(),
  mfa_enabled: z.boolean(),
  role: z.string().nullable(),
  groups: z.array(z.string()),
  policies: z.array(z.string()),
  status: user.shape.status,
  created_at: timestamp,
  accounts: z.array(z.strictObject({ account_id: accountId, name: z.string(), role: z.string() })),
  auth_method: z.enum(['password', 'access_key', 'sigv4']),
});
export type Profile = z.infer<typeof profile>;
