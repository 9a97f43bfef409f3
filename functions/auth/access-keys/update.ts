import * as z from 'zod';
import { updateAccessKey } from '#lib/domain/identity/iam/access-keys/update.ts';
import { route } from '#lib/edge/route.ts';
import { accessKey, accessKeyId, accessKeyStatus } from '#lib/model/identity/access-key.ts';
import { iamDescription, username } from '#lib/model/identity/iam-user.ts';

/**
 * Activates or deactivates an access key, or changes its description. An inactive key is refused from the next request
 * on.
 */
export const handler = route(
  {
    name: 'updateAccessKey',
    action: 'iam:UpdateAccessKey',
    resource: ({ username }) => `user/${username}`,
    params: z.strictObject({ username, id: accessKeyId }),
    body: z.strictObject({ status: accessKeyStatus.optional(), description: iamDescription.optional() }),
    versioned: true,
    dryRun: true,
    reply: accessKey,
    etag: 'always',
  },
  (context, { params, body }) => updateAccessKey(context, { ...params, ...body }),
);
