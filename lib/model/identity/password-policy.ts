import * as z from 'zod';

/** An account's rules for its IAM users' passwords (contract 2). A PUT sets an omitted rule to its default. */
export const passwordPolicy = z.strictObject({
  min_length: z.int().min(8).max(128).default(12).describe('The minimum number of characters.').meta({ example: 12 }),
  require_uppercase: z.boolean().default(false).describe('Whether a password must contain an upper-case letter.'),
  require_lowercase: z.boolean().default(false).describe('Whether a password must contain a lower-case letter.'),
  require_number: z
    .boolean()
    .default(false)
    .describe('Whether a password must contain a digit.')
    .meta({ example: true }),
  require_symbol: z.boolean().default(false).describe('Whether a password must contain a symbol.'),
  max_age_days: z
    .int()
    .min(0)
    .max(1095)
    .default(0)
    .describe('The number of days after which a login asks for a new password; 0 for never.')
    .meta({ example: 0 }),
  reuse_prevention: z
    .int()
    .min(0)
    .max(24)
    .default(0)
    .describe('The number of previous passwords that may not be reused.')
    .meta({ example: 0 }),
  allow_self_change: z
    .boolean()
    .default(true)
    .describe('Whether IAM users may change their own passwords.')
    .meta({ example: true }),
});
export type PasswordPolicy = z.infer<typeof passwordPolicy>;

/** The rules of an account that has set none. */
export const defaultPasswordPolicy: PasswordPolicy = passwordPolicy.parse({});
