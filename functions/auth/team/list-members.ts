import { listMembers } from '#lib/domain/identity/teams/list-members.ts';
import { route } from '#lib/edge/route.ts';
import { member } from '#lib/model/identity/team.ts';
import { knownValues, listOf, listQuery } from '#lib/model/platform/lists.ts';

/** Lists the account's members, including the owner; sort by name sorts by address. */
export const handler = route(
  {
    name: 'listMembers',
    action: 'team:ListMembers',
    resource: () => 'team',
    query: listQuery('email', 'name', 'role').superRefine(knownValues('role', member.shape.role.options)),
    reply: listOf('members', member),
  },
  (context, { query }) => listMembers(context, query),
);
