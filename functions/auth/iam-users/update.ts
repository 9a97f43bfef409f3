import * as z from 'zod';
import { updateUser } from '#lib/domain/iam/users/update.ts';
import { route } from '#lib/edge/route.ts';
import { tags } from '#lib/model/common.ts';
import { iamDescription, iamUser, username } from '#lib/model/iam-user.ts';

/** Describes or tags an IAM user; null clears the description. */
export const handler = route(
  {
    name: 'updateUser',
    action: 'iam:UpdateUser',
    resource: ({ username }) => `user/${username}`,
    params: z.strictObject({ username }),
    body: z.strictObject({ description: iamDescription.optional(), tags: tags.optional() }),
    reply: iamUser,
  },
  (context, { params, body }) => updateUser(context, { ...params, ...body }),
);
