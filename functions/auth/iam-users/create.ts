import * as z from 'zod';
import { createUser } from '#lib/domain/identity/iam/users/create.ts';
import { route } from '#lib/edge/route.ts';
import { groupName } from '#lib/model/identity/group.ts';
import { iamDescription, iamUser, newPassword, username } from '#lib/model/identity/iam-user.ts';
import { tagFacts } from '#lib/model/identity/policy/context.ts';
import { usedAs } from '#lib/model/identity/policy/references.ts';
import { policyReference } from '#lib/model/identity/policy.ts';
import { distinct, tags } from '#lib/model/platform/common.ts';

/** The body of a request for a new user. */
const newUser = z.strictObject({
  username: username.meta({ 'x-immutable': true }),
  description: iamDescription.default(null),
  tags: tags.default({}),
  password: newPassword.optional(),
  password_reset_required: z
    .boolean()
    .default(true)
    .describe('Whether the first login asks for a new password.')
    .meta({ example: true }),
  groups: distinct(groupName)
    .describe('The groups that the user joins.')
    .meta({ example: ['developers'] }),
  policy_ids: distinct(policyReference)
    .describe('The policies to attach, by id or by the name of a managed policy.')
    .meta({ example: [] }),
});

/**
 * Creates an IAM user, who has console access only with a password. 400 names each rule that the password breaks,
 * 409 already_exists for a username that exists in any case, 404 for an unknown group or policy, 403 quota_exceeded,
 * and email_not_verified until the account's owner has verified their address.
 */
export const handler = route(
  {
    name: 'createUser',
    action: 'iam:CreateUser',
    operators: true,
    resource: () => 'user/*',
    facts: (_, { body }) => tagFacts(body.tags),
    names: {
      'body.groups': usedAs('group', 'iam:AddUserToGroup'),
      'body.policy_ids': usedAs('policy', 'iam:AttachUserPolicy'),
    },
    uses: (_, { body: { username, policy_ids, tags } }) => [
      { ...usedAs('user', ...(policy_ids.length > 0 ? ['iam:AttachUserPolicy' as const] : []))(username), tags },
    ],
    body: newUser,
    verified: true,
    dryRun: true,
    reply: iamUser,
    etag: 'always',
    status: 201,
    spends: true,
  },
  (context, { body }) => createUser(context, body),
);
