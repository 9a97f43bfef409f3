import * as z from 'zod';
import { listAutoScalingActivities } from '#lib/domain/compute/asgs/activities.ts';
import { route } from '#lib/edge/route.ts';
import { activity } from '#lib/model/compute/asg.ts';
import { id } from '#lib/model/platform/common.ts';
import { listOf, logQuery } from '#lib/model/platform/lists.ts';

/** Lists the activities of an auto scaling group and their reasons, newest first. They are kept for 30 days. */
export const handler = route(
  {
    name: 'listAutoScalingActivities',
    action: 'compute:GetAutoScalingGroup',
    resource: ({ id }) => `asg/${id}`,
    params: z.strictObject({ id: id('asg') }),
    query: logQuery,
    reply: listOf('activities', activity),
  },
  (context, { params, query }) => listAutoScalingActivities(context, { ...params, query }),
);
