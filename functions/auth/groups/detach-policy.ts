import * as z from 'zod';
import { detachGroupPolicy } from '#lib/domain/identity/iam/attachments/detach-group-policy.ts';
import { route } from '#lib/edge/route.ts';
import { groupName } from '#lib/model/identity/group.ts';
import { groupDetachment, policyReference } from '#lib/model/identity/policy.ts';

/** Detaches a policy from a group; 404 if it is not attached. */
export const handler = route(
  {
    name: 'detachGroupPolicy',
    action: 'iam:DetachGroupPolicy',
    operators: true,
    resource: ({ name }) => `group/${name}`,
    names: { 'params.policy_id': 'policy' },
    params: z.strictObject({ name: groupName, policy_id: policyReference }),
    dryRun: true,
    reply: groupDetachment,
  },
  (context, { params }) => detachGroupPolicy(context, params),
);
