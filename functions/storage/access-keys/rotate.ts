import * as z from 'zod';
import { rotateBucketKey } from '#lib/domain/storage/bucket-keys/rotate.ts';
import { route } from '#lib/edge/route.ts';
import { bucketKeyPath, newBucketKey } from '#lib/model/storage/bucket-key.ts';

/**
 * Issues an access key in another's place, which runs out after `grace_seconds`; the new secret is in this reply and in
 * no other. 409 wrong_state for a key that was rotated before or has run out.
 */
export const handler = route(
  {
    name: 'rotateBucketKey',
    action: 'storage:RotateBucketKey',
    resource: ({ name }) => `bucket/${name}`,
    params: bucketKeyPath,
    body: z.strictObject({ grace_seconds: z.int().min(0).max(86_400).default(0) }),
    reply: newBucketKey,
    status: 201,
    spends: true,
  },
  (context, { params, body }) => rotateBucketKey(context, { ...params, ...body }),
);
