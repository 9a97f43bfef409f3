import * as z from 'zod';
import { deleteAccessKey } from '#lib/domain/identity/iam/access-keys/delete.ts';
import { route } from '#lib/edge/route.ts';
import { accessKeyId } from '#lib/model/identity/access-key.ts';
import { username } from '#lib/model/identity/iam-user.ts';
import { deleted } from '#lib/model/platform/common.ts';

/** Deletes an access key; the key and its tokens are refused from the next request on. */
export const handler = route(
  {
    name: 'deleteAccessKey',
    action: 'iam:DeleteAccessKey',
    resource: ({ username }) => `user/${username}`,
    params: z.strictObject({ username, id: accessKeyId }),
    versioned: true,
    dryRun: true,
    reply: z.strictObject({ access_key_id: accessKeyId, deleted }),
  },
  (context, { params }) => deleteAccessKey(context, params),
);
