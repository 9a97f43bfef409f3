import * as z from 'zod';
import { accountId, id, stamps, timestamp } from '#lib/model/platform/common.ts';
import { exampleRefreshToken } from '#lib/model/platform/example-token.ts';

/** An address for sign-up and login; case is ignored. */
export const email = z
  .email('must be an e-mail address')
  .max(254)
  .toLowerCase()
  .describe('The e-mail address, in any case.')
  .meta({ example: 'asha@example.in' });

const textOnly = 'must be text without control characters';

/** The name of a user or an account. */
export const displayName = z
  .string()
  .min(1)
  .max(64)
  .regex(/^[^\p{Cc}\p{Cs}]*$/v, { error: textOnly, abort: true })
  .refine((text) => /\S/v.test(text), textOnly)
  .describe('The name, without control characters.')
  .meta({ example: 'Asha' });

/** A root user, as replies show it. */
export const user = z.strictObject({
  id: id('user').meta({ readOnly: true }),
  ...stamps,
  email: z.string().describe('The e-mail address, in lower case.').meta({ example: 'asha@example.in' }),
  email_verified: z.boolean().describe('Whether the address is verified.').meta({ example: true }),
  name: z.string().nullable().describe('The name; null where none is set.').meta({ example: 'Asha' }),
  mfa_enabled: z.boolean().describe('Whether logins need a one-time code.'),
  status: z
    .enum(['pending_verification', 'active', 'suspended', 'blocked'])
    .describe('The state of the user: `suspended` for lack of money, `blocked` by the operator.')
    .meta({ example: 'active' }),
});
export type User = z.infer<typeof user>;

/** The reply to register, login and refresh (contract 4.6). */
export const tokens = z.strictObject({
  access_token: z
    .string()
    .describe('The access token, for `Authorization: Bearer`.')
    .meta({ example: 'eyJhbGciOiJSUzI1NiIsImtpZCI6ImsxIn0.eyJzdWIiOiJ1c3ItMDFrYW54N20ifQ.c2lnbmF0dXJl' }),
  refresh_token: z
    .string()
    .describe('The token that gets the next pair; each is used once.')
    .meta({ example: exampleRefreshToken }),
  token_type: z.literal('Bearer').describe('How the access token is sent.'),
  expires_in: z.int().describe('Seconds until the access token expires.').meta({ example: 900 }),
  user: user.describe('The user who is logged in.'),
  account_id: accountId.describe('The account that the tokens are for.'),
});
export type Tokens = z.infer<typeof tokens>;

/** The reply to an IAM user's login and refresh (contract 4.7). */
export const iamTokens = tokens.extend({
  user: z
    .strictObject({
      id: id('user'),
      ...stamps,
      username: z.string().describe('The username.').meta({ example: 'alice' }),
      mfa_enabled: z.boolean().describe('Whether logins need a one-time code.'),
    })
    .describe('The IAM user who is logged in.'),
});
export type IamTokens = z.infer<typeof iamTokens>;

/** The reply to the exchange of an access key. It has no refresh token, because the key can be exchanged again. */
export const accessToken = tokens.pick({ access_token: true, token_type: true, expires_in: true });
export type AccessToken = z.infer<typeof accessToken>;

/** The caller's profile (contract 4.6). A field that does not apply to the caller's type is null. */
export const profile = z.strictObject({
  type: z
    .enum(['root', 'iam', 'member'])
    .describe("The account's root user, a member of its team, or an IAM user.")
    .meta({ example: 'root' }),
  id: z.string().describe('The id of the user.').meta({ example: 'usr-01kanx7m3v5q8w2c4d6f7g9h1j' }),
  email: z
    .string()
    .nullable()
    .describe('The e-mail address; null for an IAM user.')
    .meta({ example: 'asha@example.in' }),
  username: z.string().nullable().describe('The username; null unless it is an IAM user.').meta({ example: null }),
  name: z.string().nullable().describe('The name; null where none is set.').meta({ example: 'Asha' }),
  account_id: accountId.describe('The account that the credentials are for.'),
  email_verified: z
    .boolean()
    .nullable()
    .describe('Whether the address is verified; null for an IAM user.')
    .meta({ example: true }),
  mfa_enabled: z.boolean().describe('Whether logins need a one-time code.'),
  role: z.string().nullable().describe('The role in the team; null for an IAM user.').meta({ example: 'owner' }),
  groups: z.array(z.string()).describe('The names of the groups of an IAM user.').meta({ example: [] }),
  policies: z.array(z.string()).describe('The ids of the policies that apply to the user.').meta({ example: [] }),
  status: user.shape.status,
  created_at: timestamp.describe('When the user was created, in UTC.'),
  accounts: z
    .array(
      z.strictObject({
        account_id: accountId.describe('The account.'),
        name: z.string().describe('The name of the account.').meta({ example: 'Blue Lotus Traders' }),
        role: z.string().describe("The user's role in its team.").meta({ example: 'owner' }),
      }),
    )
    .describe('The accounts that the user can switch to.'),
  auth_method: z
    .enum(['password', 'access_key', 'sigv4'])
    .describe('How the request was authenticated.')
    .meta({ example: 'password' }),
  operator: z
    .boolean()
    .describe('Whether the account runs this platform, so that its root user may use /platform.')
    .meta({ example: false }),
});
export type Profile = z.infer<typeof profile>;
