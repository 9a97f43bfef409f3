import { listUsers, prefetchUsers } from '#lib/domain/identity/iam/users/list.ts';
import { route } from '#lib/edge/route.ts';
import { iamUser } from '#lib/model/identity/iam-user.ts';
import { listOf, taggedListQuery } from '#lib/model/platform/lists.ts';

/** Lists the account's IAM users. */
export const handler = route(
  {
    name: 'listUsers',
    action: 'iam:ListUsers',
    resource: () => 'user/*',
    names: { 'query.id': 'user', 'query.username': 'user' },
    query: taggedListQuery('username'),
    prefetchPage: prefetchUsers,
    reply: listOf('users', iamUser),
  },
  (context, { query }) => listUsers(context, query),
);
