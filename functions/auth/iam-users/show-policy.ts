import * as z from 'zod';
import { showUserPolicy } from '#lib/domain/identity/iam/attachments/show-user-policy.ts';
import { route } from '#lib/edge/route.ts';
import { username } from '#lib/model/identity/iam-user.ts';
import { policyReference, userAttachment } from '#lib/model/identity/policy.ts';

/** Confirms that a policy is attached to a user; 404 if it is not. */
export const handler = route(
  {
    name: 'getUserPolicy',
    action: 'iam:GetUser',
    resource: ({ username }) => `user/${username}`,
    names: { 'params.policy_id': 'policy' },
    params: z.strictObject({ username, policy_id: policyReference }),
    reply: userAttachment,
  },
  (context, { params }) => showUserPolicy(context, params),
);
