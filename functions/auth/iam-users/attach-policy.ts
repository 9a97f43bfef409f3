import * as z from 'zod';
import { attachUserPolicy } from '#lib/domain/identity/iam/attachments/attach-user-policy.ts';
import { route } from '#lib/edge/route.ts';
import { username } from '#lib/model/identity/iam-user.ts';
import { policyReference, userAttachment } from '#lib/model/identity/policy.ts';

/** Attaches a policy to a user; succeeds if it is already attached; 403 quota_exceeded above ten. */
export const handler = route(
  {
    name: 'attachUserPolicy',
    action: 'iam:AttachUserPolicy',
    operators: true,
    resource: ({ username }) => `user/${username}`,
    names: { 'params.policy_id': 'policy' },
    params: z.strictObject({ username, policy_id: policyReference }),
    dryRun: true,
    reply: userAttachment,
  },
  (context, { params }) => attachUserPolicy(context, params),
);
