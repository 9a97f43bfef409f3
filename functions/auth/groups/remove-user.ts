import * as z from 'zod';
import { removeUserFromGroup } from '#lib/domain/identity/iam/groups/remove-user.ts';
import { route } from '#lib/edge/route.ts';
import { endedMembership, groupName } from '#lib/model/identity/group.ts';
import { username } from '#lib/model/identity/iam-user.ts';

/** Ends a membership; 404 if the user is not a member. */
export const handler = route(
  {
    name: 'removeUserFromGroup',
    action: 'iam:RemoveUserFromGroup',
    operators: true,
    resource: ({ name }) => `group/${name}`,
    names: { 'params.username': 'user' },
    params: z.strictObject({ name: groupName, username }),
    dryRun: true,
    reply: endedMembership,
  },
  (context, { params }) => removeUserFromGroup(context, params),
);
