import * as z from 'zod';
import { createGroup } from '#lib/domain/identity/iam/groups/create.ts';
import { route } from '#lib/edge/route.ts';
import { group, groupName } from '#lib/model/identity/group.ts';
import { iamDescription } from '#lib/model/identity/iam-user.ts';
import { policyReference } from '#lib/model/identity/policy.ts';
import { distinct } from '#lib/model/platform/common.ts';

/** Makes a group; 409 already_exists for a name that is taken in any case, 404 policy, 403 quota_exceeded. */
export const handler = route(
  {
    name: 'createGroup',
    action: 'iam:CreateGroup',
    resource: () => 'group/*',
    body: z.strictObject({
      name: groupName,
      description: iamDescription.default(null),
      policy_ids: distinct(policyReference),
    }),
    reply: group,
    status: 201,
  },
  (context, { body }) => createGroup(context, body),
);
