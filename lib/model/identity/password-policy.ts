import * as z from 'zod';

/** An account's rules for its IAM users' passwords (contract 2). A PUT sets an omitted rule to its default. */
export const passwordPolicy = z.strictObject({
  /** In characters. */
  min_length: z.int().min(8).max(128).default(12),
  require_uppercase: z.boolean().default(false),
  require_lowercase: z.boolean().default(false),
  require_number: z.boolean().default(false),
  require_symbol: z.boolean().default(false),
  /** The days after which a password must be changed at login; 0 for never. */
  max_age_days: z.int().min(0).max(1095).default(0),
  /** The number of latest passwords that may not be used again. */
  reuse_prevention: z.int().min(0).max(24).default(0),
  /** Whether IAM users may change their own passwords. */
  allow_self_change: z.boolean().default(true),
});
export type PasswordPolicy = z.infer<typeof passwordPolicy>;

/** The rules of an account that has set none. */
export const defaultPasswordPolicy: PasswordPolicy = passwordPolicy.parse({});
