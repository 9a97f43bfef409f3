import { listAutoScalingGroups } from '#lib/domain/asgs/list.ts';
import { route } from '#lib/edge/route.ts';
import { asg, asgStatuses } from '#lib/model/asg.ts';
import { knownValues, listOf, listQuery } from '#lib/model/lists.ts';

/** One page of the account's auto scaling groups. */
export const handler = route(
  {
    name: 'listAutoScalingGroups',
    action: 'compute:ListAutoScalingGroups',
    resource: () => 'asg/*',
    query: listQuery('name', 'status').superRefine(knownValues('status', asgStatuses)),
    reply: listOf('asgs', asg),
  },
  (context, { query }) => listAutoScalingGroups(context, query),
);
