import * as z from 'zod';
import { accountId, id, stamps } from './common.ts';

/** A root account owner, as replies show it. */
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

/** What register, login and refresh answer (contract 4.6). */
export const tokens = z.strictObject({
  access_token: z.string(),
  refresh_token: z.string(),
  token_type: z.literal('Bearer'),
  expires_in: z.int(),
  user,
  account_id: accountId,
});
export type Tokens = z.infer<typeof tokens>;
