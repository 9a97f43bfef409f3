import * as z from 'zod';
import { createGroup } from '#lib/domain/iam/groups/create.ts';
import { route } from '#lib/edge/route.ts';
import { distinct } from '#lib/model/common.ts';
import { group, groupName } from '#lib/model/group.ts';
import { iamDescription } from '#lib/model/iam-user.ts';
import { policyReference } from '#lib/model/policy.ts';

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
