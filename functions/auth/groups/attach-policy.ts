import * as z from 'zod';
import { attachGroupPolicy } from '#lib/domain/identity/iam/attachments/attach-group-policy.ts';
import { route } from '#lib/edge/route.ts';
import { groupName } from '#lib/model/identity/group.ts';
import { groupAttachment, policyReference } from '#lib/model/identity/policy.ts';

/** Attaches a policy to a group, or finds it attached; 403 quota_exceeded over ten. */
export const handler = route(
  {
    name: 'attachGroupPolicy',
    action: 'iam:AttachGroupPolicy',
    resource: ({ name }) => `group/${name}`,
    names: { 'params.policy_id': 'policy' },
    params: z.strictObject({ name: groupName, policy_id: policyReference }),
    reply: groupAttachment,
  },
  (context, { params }) => attachGroupPolicy(context, params),
);
