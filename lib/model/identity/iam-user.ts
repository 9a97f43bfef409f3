import * as z from 'zod';
import { deleted, stamps, tags, timestamp } from '#lib/model/platform/common.ts';

/** A name that is used in paths: only unreserved characters, which no gateway changes, and no dot segment. */
export const pathName = (most: number) =>
  z
    .string()
    .min(1)
    .max(most)
    .regex(/^(?:(?:\.{0,2}[A-Za-z0-9_\-]|\.{3})[A-Za-z0-9._\-]*)?$/v, 'must be of A-Z a-z 0-9 . _ -, and not . or ..');

export const username = pathName(64)
  .describe("The IAM user's name, unique in the account regardless of case.")
  .meta({ example: 'alice' });

/** The description of an IAM user, a group, a policy or a key; null for none. */
export const iamDescription = z
  .string()
  .max(255)
  .nullable()
  .describe('A description of its purpose; null for none.')
  .meta({ example: 'For deployments' });

/** An IAM user as replies show it (contract 2); `id` is the username. */
export const iamUser = z.strictObject({
  id: username.meta({ readOnly: true }),
  ...stamps,
  username,
  description: z
    .string()
    .nullable()
    .describe('A description of the user; null if there is none.')
    .meta({ example: 'For deployments' }),
  tags,
  console_access: z.boolean().describe('Whether the user has a password.').meta({ example: true }),
  password_reset_required: z.boolean().describe('Whether the next login asks for a new password.'),
  mfa_enabled: z.boolean().describe('Whether logins need a one-time code.'),
  groups: z
    .array(z.string())
    .describe("The names of the user's groups.")
    .meta({ example: ['developers'] }),
  policies: z
    .array(z.string())
    .describe('The ids of the policies that are attached to the user.')
    .meta({ example: ['pol-01kanx7m3v5q8w2c4d6f7g9h1j'] }),
  last_login_at: timestamp
    .nullable()
    .describe('When the user last logged in, in UTC; null for never.')
    .meta({ example: '2026-11-21T04:10:00Z' }),
  access_key_count: z.int().describe("The number of the user's access keys.").meta({ example: 1 }),
});
export type IamUser = z.infer<typeof iamUser>;

/** The limits of an IAM user (contract 1.9). The limit of groups keeps a deletion within one transaction. */
export const userLimits = { access_keys: 2, policies: 10, groups: 20 } as const;

/** The reply to the deletion of a user. */
export const deletedUser = z.strictObject({
  username,
  deleted,
  deleted_access_keys: z.int().describe('The number of access keys that were deleted as well.').meta({ example: 1 }),
  detached_policies: z.int().describe('The number of policies that were detached.').meta({ example: 1 }),
});
export type DeletedUser = z.infer<typeof deletedUser>;

/** A new password in any form. The password rules then report all of its faults at once. */
export const newPassword = z
  .string()
  .max(1024)
  .describe("The new password, which must follow the account's password rules.")
  .meta({ writeOnly: true, example: 'correct-horse-battery-1' });

const ways = ['password', 'generate', 'disabled'] as const;

/**
 * A change of a console password. `current_password` is for users who change their own password; changing another
 * user's needs a policy.
 */
export const passwordChange = z
  .strictObject({
    password: newPassword.optional(),
    generate: z
      .literal(true)
      .optional()
      .describe('Generates a password, which the reply shows once.')
      .meta({ example: true }),
    disabled: z
      .literal(true)
      .optional()
      .describe('Removes the password, so that the user cannot log in with one.')
      .meta({ example: true }),
    password_reset_required: z
      .boolean()
      .optional()
      .describe('Whether the next login asks for a new password.')
      .meta({ example: true }),
    current_password: newPassword
      .optional()
      .describe('The current password; for users who change their own.')
      .meta({ writeOnly: true, example: 'correct-horse-battery-0' }),
  })
  .superRefine((body, context) => {
    const given = ways.filter((way) => body[way] !== undefined);
    if (given.length !== 1) context.addIssue(`needs exactly one of ${ways.join(', ')}`);
    else if (body.current_password !== undefined && body.password === undefined) {
      context.addIssue({ code: 'custom', path: ['current_password'], message: 'is allowed only with password' });
    }
  });

/** The state of an IAM user's console password. `password` is a generated one, shown only once. */
export const passwordState = z.strictObject({
  username,
  console_access: z.boolean().describe('Whether the user has a password.').meta({ example: true }),
  password_reset_required: z
    .boolean()
    .describe('Whether the next login asks for a new password.')
    .meta({ example: true }),
  password: z
    .string()
    .optional()
    .describe('The generated password, which no other reply shows; absent if none was generated.')
    .meta({ example: 'vT7qWm3xKp9zRf2c' }),
});
export type PasswordState = z.infer<typeof passwordState>;
