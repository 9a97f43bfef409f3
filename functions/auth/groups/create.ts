import * as z from 'zod';
import { createGroup } from '#lib/domain/identity/iam/groups/create.ts';
import { route } from '#lib/edge/route.ts';
import { group, groupName } from '#lib/model/identity/group.ts';
import { iamDescription } from '#lib/model/identity/iam-user.ts';
import { usedAs } from '#lib/model/identity/policy/references.ts';
import { policyReference } from '#lib/model/identity/policy.ts';
import { distinct } from '#lib/model/platform/common.ts';

/**
 * Creates a group; 409 already_exists for a name that exists in any case, 404 for an unknown policy, 403
 * quota_exceeded, and email_not_verified until the account's owner has verified their address.
 */
export const handler = route(
  {
    name: 'createGroup',
    action: 'iam:CreateGroup',
    operators: true,
    resource: () => 'group/*',
    names: { 'body.policy_ids': usedAs('policy', 'iam:AttachGroupPolicy') },
    uses: (_, { body: { name, policy_ids } }) => [
      usedAs('group', ...(policy_ids.length > 0 ? ['iam:AttachGroupPolicy' as const] : []))(name),
    ],
    body: z.strictObject({
      name: groupName.meta({ 'x-immutable': true }),
      description: iamDescription.default(null).meta({ 'x-immutable': true }),
      policy_ids: distinct(policyReference)
        .describe('The policies to attach, by id or by the name of a managed policy.')
        .meta({ example: ['pol-01kanx7m3v5q8w2c4d6f7g9h1j'] }),
    }),
    verified: true,
    dryRun: true,
    reply: group,
    etag: 'always',
    status: 201,
    spends: true,
  },
  (context, { body }) => createGroup(context, body),
);
