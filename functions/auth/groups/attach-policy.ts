import * as z from 'zod';
import { attachGroupPolicy } from '#lib/domain/identity/iam/attachments/attach-group-policy.ts';
import { route } from '#lib/edge/route.ts';
import { groupName } from '#lib/model/identity/group.ts';
import { groupAttachment, policyReference } from '#lib/model/identity/policy.ts';

/** Attaches a policy to a group; succeeds if it is already attached; 403 quota_exceeded above ten. */
export const handler = route(
  {
    name: 'attachGroupPolicy',
    action: 'iam:AttachGroupPolicy',
    operators: true,
    resource: ({ name }) => `group/${name}`,
    names: { 'params.policy_id': 'policy' },
    params: z.strictObject({ name: groupName, policy_id: policyReference }),
    dryRun: true,
    reply: groupAttachment,
  },
  (context, { params }) => attachGroupPolicy(context, params),
);
