import * as z from 'zod';
import { listAccessKeys } from '#lib/domain/identity/iam/access-keys/list.ts';
import { route } from '#lib/edge/route.ts';
import { accessKey } from '#lib/model/identity/access-key.ts';
import { username } from '#lib/model/identity/iam-user.ts';
import { knownValues, listOf, listQuery } from '#lib/model/platform/lists.ts';

/** Lists an IAM user's access keys, without their secrets. */
export const handler = route(
  {
    name: 'listAccessKeys',
    action: 'iam:ListAccessKeys',
    resource: ({ username }) => `user/${username}`,
    params: z.strictObject({ username }),
    query: listQuery('status').superRefine(knownValues('status', accessKey.shape.status.options)),
    reply: listOf('access_keys', accessKey),
  },
  (context, { params, query }) => listAccessKeys(context, { ...params, ...query }),
);
