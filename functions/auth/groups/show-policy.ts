import * as z from 'zod';
import { showGroupPolicy } from '#lib/domain/identity/iam/attachments/show-group-policy.ts';
import { route } from '#lib/edge/route.ts';
import { groupName } from '#lib/model/identity/group.ts';
import { groupAttachment, policyReference } from '#lib/model/identity/policy.ts';

/** Confirms that a policy is attached to a group; 404 if it is not. */
export const handler = route(
  {
    name: 'getGroupPolicy',
    action: 'iam:GetGroup',
    resource: ({ name }) => `group/${name}`,
    names: { 'params.policy_id': 'policy' },
    params: z.strictObject({ name: groupName, policy_id: policyReference }),
    reply: groupAttachment,
  },
  (context, { params }) => showGroupPolicy(context, params),
);
