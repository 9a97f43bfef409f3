import * as z from 'zod';
import { detachUserPolicy } from '#lib/domain/identity/iam/attachments/detach-user-policy.ts';
import { route } from '#lib/edge/route.ts';
import { username } from '#lib/model/identity/iam-user.ts';
import { policyReference, userDetachment } from '#lib/model/identity/policy.ts';

/** Detaches a policy from a user; 404 if it is not attached. */
export const handler = route(
  {
    name: 'detachUserPolicy',
    action: 'iam:DetachUserPolicy',
    operators: true,
    resource: ({ username }) => `user/${username}`,
    names: { 'params.policy_id': 'policy' },
    params: z.strictObject({ username, policy_id: policyReference }),
    dryRun: true,
    reply: userDetachment,
  },
  (context, { params }) => detachUserPolicy(context, params),
);
