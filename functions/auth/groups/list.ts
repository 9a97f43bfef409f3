import { listGroups, prefetchGroups } from '#lib/domain/identity/iam/groups/list.ts';
import { route } from '#lib/edge/route.ts';
import { group } from '#lib/model/identity/group.ts';
import { listOf, listQuery } from '#lib/model/platform/lists.ts';

/** Lists the account's groups, with their members. */
export const handler = route(
  {
    name: 'listGroups',
    action: 'iam:ListGroups',
    resource: () => 'group/*',
    names: { 'query.id': 'group', 'query.name': 'group' },
    query: listQuery('name'),
    prefetchPage: prefetchGroups,
    reply: listOf('groups', group),
  },
  (context, { query }) => listGroups(context, query),
);
