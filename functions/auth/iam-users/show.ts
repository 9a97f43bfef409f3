import * as z from 'zod';
import { showUser } from '#lib/domain/identity/iam/users/show.ts';
import { route } from '#lib/edge/route.ts';
import { iamUser, username } from '#lib/model/identity/iam-user.ts';

/** Shows an IAM user; 404 if the account has no user of this name. */
export const handler = route(
  {
    name: 'getUser',
    action: 'iam:GetUser',
    resource: ({ username }) => `user/${username}`,
    params: z.strictObject({ username }),
    reply: iamUser,
    etag: 'always',
  },
  (context, { params }) => showUser(context, params),
);
