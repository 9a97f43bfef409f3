import * as z from 'zod';
import { createPolicy } from '#lib/domain/identity/iam/policies/create.ts';
import { route } from '#lib/edge/route.ts';
import { iamDescription } from '#lib/model/identity/iam-user.ts';
import { policyDocument } from '#lib/model/identity/policy/document.ts';
import { policy, policyName } from '#lib/model/identity/policy.ts';

/**
 * Creates a custom policy, which takes effect once it is attached. 400 with the path of every error in the document,
 * 409 already_exists for a name that exists in any case, 403 quota_exceeded, and email_not_verified until the account's
 * owner has verified their address.
 */
export const handler = route(
  {
    name: 'createPolicy',
    action: 'iam:CreatePolicy',
    operators: true,
    resource: () => 'policy/*',
    body: z.strictObject({
      name: policyName.meta({ 'x-immutable': true }),
      description: iamDescription.default(null),
      document: policyDocument.describe('What the policy allows and denies.'),
    }),
    verified: true,
    dryRun: true,
    reply: policy,
    etag: 'always',
    status: 201,
    spends: true,
  },
  (context, { body }) => createPolicy(context, body),
);
