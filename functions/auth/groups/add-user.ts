import * as z from 'zod';
import { addUserToGroup } from '#lib/domain/identity/iam/groups/add-user.ts';
import { route } from '#lib/edge/route.ts';
import { groupName, membership } from '#lib/model/identity/group.ts';
import { username } from '#lib/model/identity/iam-user.ts';

/** Adds a user to a group; succeeds if the user is already a member; 404 for an unknown group or user. */
export const handler = route(
  {
    name: 'addUserToGroup',
    action: 'iam:AddUserToGroup',
    operators: true,
    resource: ({ name }) => `group/${name}`,
    names: { 'params.username': 'user' },
    params: z.strictObject({ name: groupName, username }),
    dryRun: true,
    reply: membership,
  },
  (context, { params }) => addUserToGroup(context, params),
);
