import * as z from 'zod';
import { updatePolicy } from '#lib/domain/iam/policies/update.ts';
import { route } from '#lib/edge/route.ts';
import { iamDescription } from '#lib/model/iam-user.ts';
import { policyDocument } from '#lib/model/policy/document.ts';
import { policy, policyReference } from '#lib/model/policy.ts';

/** Replaces a custom policy's document and description, from the next request on; 403 managed_policy. */
export const handler = route(
  {
    name: 'updatePolicy',
    action: 'iam:UpdatePolicy',
    resource: ({ id }) => `policy/${id}`,
    params: z.strictObject({ id: policyReference }),
    body: z.strictObject({ document: policyDocument, description: iamDescription.default(null) }),
    reply: policy,
  },
  (context, { params, body }) => updatePolicy(context, { ...params, ...body }),
);
