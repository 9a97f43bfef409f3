import * as z from 'zod';
import { getAutoScalingGroup } from '#lib/domain/compute/asgs/resource.ts';
import { route } from '#lib/edge/route.ts';
import { asg } from '#lib/model/compute/asg.ts';
import { id } from '#lib/model/platform/common.ts';

/** Shows an auto scaling group with its members. 404 if the account does not have it. */
export const handler = route(
  {
    name: 'getAutoScalingGroup',
    action: 'compute:GetAutoScalingGroup',
    resource: ({ id }) => `asg/${id}`,
    params: z.strictObject({ id: id('asg') }),
    reply: asg,
    etag: 'always',
  },
  (context, { params }) => getAutoScalingGroup(context, params),
);
