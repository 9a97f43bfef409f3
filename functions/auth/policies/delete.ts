import * as z from 'zod';
import { deletePolicy } from '#lib/domain/identity/iam/policies/delete.ts';
import { route } from '#lib/edge/route.ts';
import { policyReference } from '#lib/model/identity/policy.ts';
import { deleted, flag, id } from '#lib/model/platform/common.ts';

/** Deletes a custom policy. 409 in_use names its users and groups unless `detach` is given; 403 managed_policy. */
export const handler = route(
  {
    name: 'deletePolicy',
    action: 'iam:DeletePolicy',
    operators: true,
    resource: ({ id }) => `policy/${id}`,
    params: z.strictObject({ id: policyReference }),
    query: z.strictObject({
      detach: flag
        .default(false)
        .describe('Whether the policy is detached from its users and groups first.')
        .meta({ example: 'true' }),
    }),
    versioned: true,
    dryRun: true,
    reply: z.strictObject({ id: id('policy'), deleted }),
  },
  (context, { params, query }) => deletePolicy(context, { ...params, ...query }),
);
