import * as z from 'zod';
import { showPolicy } from '#lib/domain/identity/iam/policies/show.ts';
import { route } from '#lib/edge/route.ts';
import { policy, policyReference } from '#lib/model/identity/policy.ts';

/** Shows a policy with its document; 404 if the account has no policy of this id. */
export const handler = route(
  {
    name: 'getPolicy',
    action: 'iam:GetPolicy',
    resource: ({ id }) => `policy/${id}`,
    params: z.strictObject({ id: policyReference }),
    reply: policy,
    etag: 'always',
  },
  (context, { params }) => showPolicy(context, params),
);
