import { listGroups } from '#lib/domain/iam/groups/list.ts';
import { route } from '#lib/edge/route.ts';
import { group } from '#lib/model/group.ts';
import { listOf, listQuery } from '#lib/model/lists.ts';

/** One page of the account's groups, with their members. */
export const handler = route(
  {
    name: 'listGroups',
    action: 'iam:ListGroups',
    resource: () => 'group/*',
    query: listQuery('name'),
    reply: listOf('groups', group),
  },
  (context, { query }) => listGroups(context, query),
);
