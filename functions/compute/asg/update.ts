import * as z from 'zod';
import { settledAsg } from '#lib/domain/compute/asgs/resource.ts';
import { updateAutoScalingGroup } from '#lib/domain/compute/asgs/update.ts';
import { route } from '#lib/edge/route.ts';
import { asg, asgChange } from '#lib/model/compute/asg.ts';
import { templateNames, usedAs } from '#lib/model/identity/policy/references.ts';
import { id } from '#lib/model/platform/common.ts';

/**
 * Changes an auto scaling group. A new size applies at once; settings of the template apply to new members only; null
 * clears a setting. A group in error tries again. 400, 404 and 409 as for a creation; 409 while it is being deleted;
 * 403 quota_exceeded if it grows beyond a quota or the budget; 402 if the wallet cannot pay the first hour of the new
 * members.
 */
export const handler = route(
  {
    name: 'updateAutoScalingGroup',
    action: 'compute:UpdateAutoScalingGroup',
    resource: ({ id }) => `asg/${id}`,
    names: { ...templateNames, 'body.load_balancer_id': usedAs('load-balancer', 'compute:AddLoadBalancerBackend') },
    params: z.strictObject({ id: id('asg') }),
    body: asgChange,
    versioned: true,
    dryRun: true,
    reply: asg,
    etag: 'always',
    settled: settledAsg,
  },
  (context, { params, body }) => updateAutoScalingGroup(context, { ...params, ...body }),
);
