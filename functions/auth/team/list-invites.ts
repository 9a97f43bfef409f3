import { listInvites } from '#lib/domain/identity/teams/list-invites.ts';
import { route } from '#lib/edge/route.ts';
import { invite } from '#lib/model/identity/team.ts';
import { knownValues, listOf, listQuery } from '#lib/model/platform/lists.ts';

/** Lists the account's pending invites; sort by name sorts by address. */
export const handler = route(
  {
    name: 'listInvites',
    action: 'team:ListInvites',
    resource: () => 'team',
    query: listQuery('email', 'role', 'status')
      .superRefine(knownValues('role', invite.shape.role.options))
      .superRefine(knownValues('status', invite.shape.status.options)),
    reply: listOf('invites', invite),
  },
  (context, { query }) => listInvites(context, query),
);
