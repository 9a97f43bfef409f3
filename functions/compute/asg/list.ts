import { listAutoScalingGroups, prefetchAutoScalingGroups } from '#lib/domain/compute/asgs/list.ts';
import { route } from '#lib/edge/route.ts';
import { asg, asgStatuses } from '#lib/model/compute/asg.ts';
import { knownValues, listOf, taggedListQuery } from '#lib/model/platform/lists.ts';

/** Lists the account's auto scaling groups. */
export const handler = route(
  {
    name: 'listAutoScalingGroups',
    action: 'compute:ListAutoScalingGroups',
    resource: () => 'asg/*',
    names: { 'query.id': 'asg' },
    query: taggedListQuery('name', 'status').superRefine(knownValues('status', asgStatuses)),
    prefetchPage: prefetchAutoScalingGroups,
    reply: listOf('asgs', asg),
  },
  (context, { query }) => listAutoScalingGroups(context, query),
);
