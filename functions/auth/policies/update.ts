import * as z from 'zod';
import { updatePolicy } from '#lib/domain/identity/iam/policies/update.ts';
import { route } from '#lib/edge/route.ts';
import { iamDescription } from '#lib/model/identity/iam-user.ts';
import { policyDocument } from '#lib/model/identity/policy/document.ts';
import { policy, policyReference } from '#lib/model/identity/policy.ts';

/** Replaces a custom policy's document and description, from the next request on; 403 managed_policy. */
export const handler = route(
  {
    name: 'updatePolicy',
    action: 'iam:UpdatePolicy',
    operators: true,
    resource: ({ id }) => `policy/${id}`,
    params: z.strictObject({ id: policyReference }),
    body: z.strictObject({
      document: policyDocument.describe('What the policy allows and denies.'),
      description: iamDescription.default(null),
    }),
    versioned: true,
    dryRun: true,
    reply: policy,
    etag: 'always',
  },
  (context, { params, body }) => updatePolicy(context, { ...params, ...body }),
);
