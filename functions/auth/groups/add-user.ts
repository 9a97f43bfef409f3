import * as z from 'zod';
import { addUserToGroup } from '#lib/domain/identity/iam/groups/add-user.ts';
import { route } from '#lib/edge/route.ts';
import { groupName, membership } from '#lib/model/identity/group.ts';
import { username } from '#lib/model/identity/iam-user.ts';

/** Makes a user a member of a group, or finds them to be one; 404 for either. */
export const handler = route(
  {
    name: 'addUserToGroup',
    action: 'iam:AddUserToGroup',
    resource: ({ name }) => `group/${name}`,
    names: { 'params.username': 'user' },
    params: z.strictObject({ name: groupName, username }),
    reply: membership,
  },
  (context, { params }) => addUserToGroup(context, params),
);
