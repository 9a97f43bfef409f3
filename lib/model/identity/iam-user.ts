import * as z from 'zod';
import { stamps, tags, timestamp } from '#lib/model/platform/common.ts';

/** A name that is used in paths: only unreserved characters, which no gateway changes, and no dot segment. */
export const pathName = (most: number) =>
  z
    .string()
    .min(1)
    .max(most)
    .regex(/^(?!\.{1,2}$)[A-Za-z0-9._-]*$/, 'must be of A-Z a-z 0-9 . _ -, and not . or ..');

export const username = pathName(64);

/** The description of an IAM user, a group, a policy or a key; null for none. */
export const iamDescription = z.string().max(255).nullable();

/** An IAM user as replies show it (contract 2); `id` is the username. */
export const iamUser = z.strictObject({
  id: username,
  ...stamps,
  username,
  description: z.string().nullable(),
  tags,
  console_access: z.boolean(),
  password_reset_required: z.boolean(),
  mfa_enabled: z.boolean(),
  groups: z.array(z.string()),
  policies: z.array(z.string()),
  last_login_at: timestamp.nullable(),
  access_key_count: z.int(),
});
export type IamUser = z.infer<typeof iamUser>;

/** The limits of an IAM user (contract 1.9). The limit of groups keeps a deletion within one transaction. */
export const userLimits = { access_keys: 2, policies: 10, groups: 20 } as const;

/** The reply to the deletion of a user. */
export const deletedUser = z.strictObject({
  username,
  deleted: z.literal(true),
  deleted_access_keys: z.int(),
  detached_policies: z.int(),
});
export type DeletedUser = z.infer<typeof deletedUser>;

/** A new password of any form. The password rules then report all of its faults at once. */
export const newPassword = z.string().max(1024);

const ways = ['password', 'generate', 'disabled'] as const;

/**
 * A change of a console password. `current_password` is for users who change their own; another change needs a policy.
 */
export const passwordChange = z
  .strictObject({
    password: newPassword.optional(),
    generate: z.literal(true).optional(),
    disabled: z.literal(true).optional(),
    password_reset_required: z.boolean().optional(),
    current_password: newPassword.optional(),
  })
  .superRefine((body, context) => {
    const given = ways.filter((way) => body[way] !== undefined);
    if (given.length !== 1) context.addIssue(`needs exactly one of ${ways.join(', ')}`);
    else if (body.current_password !== undefined && body.password === undefined) {
      context.addIssue({ code: 'custom', path: ['current_password'], message: 'goes with password alone' });
    }
  });

/** The state of an IAM user's console password. `password` is a generated one and is shown once. */
export const passwordState = z.strictObject({
  username,
  console_access: z.boolean(),
  password_reset_required: z.boolean(),
  password: z.string().optional(),
});
export type PasswordState = z.infer<typeof passwordState>;
