import * as z from 'zod';
import { createAccessKey } from '#lib/domain/identity/iam/access-keys/create.ts';
import { route } from '#lib/edge/route.ts';
import { newAccessKey } from '#lib/model/identity/access-key.ts';
import { iamDescription, username } from '#lib/model/identity/iam-user.ts';

/**
 * Issues an access key. Only this reply contains its secret. 403 quota_exceeded if the user has two keys, and
 * email_not_verified until the account's owner has verified their address.
 */
export const handler = route(
  {
    name: 'createAccessKey',
    action: 'iam:CreateAccessKey',
    resource: ({ username }) => `user/${username}`,
    created: ({ username }, { id }) => `user/${username}/access-key/${id}`,
    params: z.strictObject({ username }),
    body: z.strictObject({ description: iamDescription.default(null) }),
    verified: true,
    dryRun: true,
    reply: newAccessKey,
    etag: 'always',
    status: 201,
    spends: true,
  },
  (context, { params, body }) => createAccessKey(context, { ...params, ...body }),
);
