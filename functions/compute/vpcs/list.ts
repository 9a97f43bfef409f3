import { listVpcs, prefetchVpcs } from '#lib/domain/compute/vpcs/list.ts';
import { route } from '#lib/edge/route.ts';
import { vpc } from '#lib/model/compute/vpc.ts';
import { listOf, taggedListQuery } from '#lib/model/platform/lists.ts';

/** Lists the account's VPCs. */
export const handler = route(
  {
    name: 'listVpcs',
    action: 'compute:ListVpcs',
    resource: () => 'vpc/*',
    names: { 'query.id': 'vpc' },
    query: taggedListQuery('name', 'cidr'),
    prefetchPage: prefetchVpcs,
    reply: listOf('vpcs', vpc),
  },
  (context, { query }) => listVpcs(context, query),
);
