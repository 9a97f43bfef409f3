import * as z from 'zod';
import { entity } from '#lib/store/entity.ts';

export const accountRecord = z.strictObject({
  account_id: z.string(),
  name: z.string(),
  owner_id: z.string(),
  default_vpc_id: z.string(),
  status: z.enum(['active', 'suspended', 'blocked']),
  /**
   * Raised when the owner of the account's address takes the account over by a password reset; absent before the first
   * time. Credentials, webhooks and invites of an earlier generation are no longer valid.
   */
  generation: z.number().exactOptional(),
  /** Why and by whom it is blocked, while it is blocked. */
  blocked: z
    .strictObject({
      reason: z.string().nullable(),
      by: z.string(),
    })
    .exactOptional(),
  /** How often operators have unblocked it; absent for never. Sessions from before a block are no longer valid. */
  unblocked: z.number().exactOptional(),
  created_at: z.string(),
  updated_at: z.string(),
});

export const userRecord = z.strictObject({
  id: z.string(),
  account_id: z.string(),
  email: z.string(),
  email_verified: z.boolean(),
  name: z.string().nullable(),
  password_hash: z.string(),
  mfa_enabled: z.boolean(),
  status: z.enum(['pending_verification', 'active', 'blocked']),
  /** Sessions of an earlier generation are no longer valid. Raising it ends all of them at once. */
  generation: z.number(),
  /** The number of password changes; absent for zero. A reset token changes only the password that it was sent for. */
  password_changes: z.number().exactOptional(),
  created_at: z.string(),
  updated_at: z.string(),
});

/** A refresh family: one login on one device. */
export const sessionRecord = z.strictObject({
  id: z.string(),
  type: z.enum(['root', 'member', 'iam']),
  user_id: z.string(),
  /** The account that the session acts in. For a member it is not the user's own. */
  account_id: z.string(),
  /** The username of an IAM user. */
  username: z.string().exactOptional(),
  /** The membership of a member. */
  member_id: z.string().exactOptional(),
  /** The generations of the user and of the account at login. */
  generation: z.number(),
  account_generation: z.number().exactOptional(),
  /** How often the account had been unblocked at login. */
  account_unblocked: z.number().exactOptional(),
  amr: z.array(z.string()),
  /** The SHA-256 of the secret that its requests must have; absent where they need none. */
  proof_hash: z.string().exactOptional(),
  /** The SHA-256 of the present refresh token. */
  current_hash: z.string(),
  /** The SHA-256 of the mark that all refresh tokens of the session share; absent in sessions of version 0.1. */
  mark_hash: z.string().exactOptional(),
  /**
   * The hash of the previous token, and its successor pair, sealed under that token. For a short time the previous
   * token gets the same pair again.
   */
  previous_hash: z.string().nullable(),
  successor: z.string().nullable(),
  /** Epoch milliseconds of the last rotation. */
  rotated_at: z.number(),
  source_ip: z.string(),
  /** The instance that it was last used from, or null; absent in older sessions. */
  source_instance: z.string().nullable().exactOptional(),
  user_agent: z.string(),
  revoked: z.boolean(),
  created_at: z.string(),
  last_used_at: z.string(),
  /** Epoch seconds. */
  expires: z.number(),
});

export const entities = {
  account: entity({
    about: 'account',
    pk: 'A#<account>',
    sk: 'ACCOUNT',
    index: { name: 'accountIndex', pk: 'ACCOUNTS', sk: '<created>#<account>' },
    read: 'every request; GET /platform/accounts',
    record: accountRecord,
  }),
  user: entity({
    about: 'user (root)',
    pk: 'U#<user>',
    sk: 'USER',
    read: 'every request, login',
    record: userRecord,
  }),
  session: entity({
    about: 'session',
    pk: 'S#<session>',
    sk: 'SESSION',
    index: { pk: 'U#<user>#sessions', sk: '<session>' },
    read: 'every request, refresh; GET /auth/sessions',
    expires: 'always',
    record: sessionRecord,
  }),
};
