import * as z from 'zod';
import { updateUser } from '#lib/domain/identity/iam/users/update.ts';
import { route } from '#lib/edge/route.ts';
import { iamDescription, iamUser, username } from '#lib/model/identity/iam-user.ts';
import { tags } from '#lib/model/platform/common.ts';

/** Changes the description or tags of an IAM user; null clears the description. */
export const handler = route(
  {
    name: 'updateUser',
    action: 'iam:UpdateUser',
    resource: ({ username }) => `user/${username}`,
    params: z.strictObject({ username }),
    body: z.strictObject({ description: iamDescription.optional(), tags: tags.optional() }),
    versioned: true,
    dryRun: true,
    reply: iamUser,
    etag: 'always',
  },
  (context, { params, body }) => updateUser(context, { ...params, ...body }),
);
