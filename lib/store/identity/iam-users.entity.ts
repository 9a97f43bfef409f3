import * as z from 'zod';
import { named } from '#lib/store/entity.ts';

export const iamUserRecord = z.strictObject({
  /** `usr-…`: the `sub` of the user's tokens. A new user under an old name has another id. */
  id: z.string(),
  account_id: z.string(),
  /** As the client wrote it. Lookup and uniqueness ignore case. */
  username: z.string(),
  description: z.string().nullable(),
  tags: z.record(z.string(), z.string()),
  /** Null where the user has no console access. */
  password_hash: z.string().nullable(),
  /** Hashes of earlier passwords, newest first, at most 24. */
  password_history: z.array(z.string()),
  /** RFC 3339; null where there has never been a password. */
  password_changed_at: z.string().nullable(),
  password_reset_required: z.boolean(),
  mfa_enabled: z.boolean(),
  /** Sessions of an earlier generation are no longer valid. */
  generation: z.number(),
  /**
   * The account's generation when the password was last set or removed. Passwords and one-time codes of an earlier
   * generation are no longer valid.
   */
  account_generation: z.number().exactOptional(),
  last_login_at: z.string().nullable(),
  /**
   * Ids of the user's own policies, names of the user's groups, and ids of the user's access keys; each list is sorted.
   */
  policies: z.array(z.string()),
  groups: z.array(z.string()),
  access_key_ids: z.array(z.string()),
  created_at: z.string(),
  updated_at: z.string(),
  version: z.number(),
});

/** The stored form: a set without values is absent. */
export const storedUser = iamUserRecord.extend({
  policies: z.set(z.string()).optional(),
  groups: z.set(z.string()).optional(),
  access_key_ids: z.set(z.string()).optional(),
});

export const entities = {
  iamUser: named('iam-user', {
    read: 'every request, lists',
    record: storedUser,
  }),
};
