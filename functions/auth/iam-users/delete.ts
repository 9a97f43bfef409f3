import * as z from 'zod';
import { deleteUser } from '#lib/domain/identity/iam/users/delete.ts';
import { route } from '#lib/edge/route.ts';
import { deletedUser, username } from '#lib/model/identity/iam-user.ts';

/**
 * Deletes an IAM user with the user's access keys, memberships and attachments; the user's sessions and tokens end at
 * once. 409 protected if callers name themselves.
 */
export const handler = route(
  {
    name: 'deleteUser',
    action: 'iam:DeleteUser',
    resource: ({ username }) => `user/${username}`,
    params: z.strictObject({ username }),
    versioned: true,
    dryRun: true,
    reply: deletedUser,
  },
  (context, { params }) => deleteUser(context, params),
);
