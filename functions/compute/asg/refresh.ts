import * as z from 'zod';
import { refreshAutoScalingGroup } from '#lib/domain/compute/asgs/refresh.ts';
import { settledAsg } from '#lib/domain/compute/asgs/resource.ts';
import { route } from '#lib/edge/route.ts';
import { asg } from '#lib/model/compute/asg.ts';
import { id } from '#lib/model/platform/common.ts';

/**
 * Replaces every member of an auto scaling group with a new one, one at a time. 409 while the group is being deleted.
 */
export const handler = route(
  {
    name: 'refreshAutoScalingGroup',
    action: 'compute:UpdateAutoScalingGroup',
    resource: ({ id }) => `asg/${id}`,
    params: z.strictObject({ id: id('asg') }),
    versioned: true,
    reply: asg,
    etag: 'always',
    settled: settledAsg,
  },
  (context, { params }) => refreshAutoScalingGroup(context, params),
);
