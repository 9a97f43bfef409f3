import * as z from 'zod';
import { rotateBucketKey } from '#lib/domain/storage/bucket-keys/rotate.ts';
import { route } from '#lib/edge/route.ts';
import { bucketKeyPath, newBucketKey } from '#lib/model/storage/bucket-key.ts';

/**
 * Issues an access key that replaces another; the old key expires after `grace_seconds`. Only this reply contains the
 * new secret. 409 wrong_state for a key that was rotated before or has expired.
 */
export const handler = route(
  {
    name: 'rotateBucketKey',
    action: 'storage:RotateBucketKey',
    resource: ({ name }) => `bucket/${name}`,
    created: ({ name }, { id }) => `bucket/${name}/access-key/${id}`,
    params: bucketKeyPath,
    body: z.strictObject({
      grace_seconds: z
        .int()
        .min(0)
        .max(86_400)
        .default(0)
        .describe('Seconds for which the old key stays valid beside the new one.')
        .meta({ example: 3600 }),
    }),
    versioned: true,
    reply: newBucketKey,
    etag: 'always',
    status: 201,
    spends: true,
  },
  (context, { params, body }) => rotateBucketKey(context, { ...params, ...body }),
);
