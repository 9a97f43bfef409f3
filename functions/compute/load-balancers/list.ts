import { listLoadBalancers, prefetchLoadBalancers } from '#lib/domain/compute/load-balancers/list.ts';
import { route } from '#lib/edge/route.ts';
import { loadBalancer, loadBalancerStatuses } from '#lib/model/compute/load-balancer.ts';
import { knownValues, listOf, taggedListQuery } from '#lib/model/platform/lists.ts';

/** Lists the account's load balancers. */
export const handler = route(
  {
    name: 'listLoadBalancers',
    action: 'compute:ListLoadBalancers',
    resource: () => 'load-balancer/*',
    names: { 'query.id': 'load-balancer', 'query.vpc_id': 'vpc' },
    query: taggedListQuery('name', 'status', 'vpc_id').superRefine(knownValues('status', loadBalancerStatuses)),
    prefetchPage: prefetchLoadBalancers,
    reply: listOf('load_balancers', loadBalancer),
  },
  (context, { query }) => listLoadBalancers(context, query),
);
