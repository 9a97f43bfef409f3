import { listVpcs } from '#lib/domain/vpcs/list.ts';
import { route } from '#lib/edge/route.ts';
import { listOf, listQuery } from '#lib/model/lists.ts';
import { vpc } from '#lib/model/vpc.ts';

/** One page of the account's VPCs. */
export const handler = route(
  {
    name: 'listVpcs',
    action: 'compute:ListVpcs',
    resource: () => 'vpc/*',
    query: listQuery('name', 'cidr'),
    reply: listOf('vpcs', vpc),
  },
  (context, { query }) => listVpcs(context, query),
);
