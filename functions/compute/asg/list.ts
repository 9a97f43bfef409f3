import { listAutoScalingGroups } from '#lib/domain/asgs/list.ts';
import { route } from '#lib/edge/route.ts';
import { asg } from '#lib/model/asg.ts';
import { listOf, listQuery } from '#lib/model/lists.ts';

/** One page of the account's auto scaling groups. */
export const handler = route(
  {
    name: 'listAutoScalingGroups',
    action: 'compute:ListAutoScalingGroups',
    resource: () => 'asg/*',
    query: listQuery('name', 'status'),
    reply: listOf('asgs', asg),
  },
  (context, { query }) => listAutoScalingGroups(context, query),
);
