import * as z from 'zod';
import { bucketFacts } from '#lib/domain/storage/buckets/find.ts';
import { updateBucket } from '#lib/domain/storage/buckets/update.ts';
import { route } from '#lib/edge/route.ts';
import { tags } from '#lib/model/platform/common.ts';
import { bucket, bucketAcl, bucketPath, bucketQuota } from '#lib/model/storage/bucket.ts';

/** Changes a bucket's settings, in force when it answers; null lifts the quota. 409 unless the bucket is active. */
export const handler = route(
  {
    name: 'updateBucket',
    action: 'storage:UpdateBucket',
    resource: ({ name }) => `bucket/${name}`,
    facts: bucketFacts,
    params: bucketPath,
    body: z.strictObject({
      versioning: z.enum(['enabled', 'suspended']).optional(),
      acl: bucketAcl.optional(),
      quota: bucketQuota.optional(),
      tags: tags.optional(),
    }),
    reply: bucket,
  },
  (context, { params, body }) => updateBucket(context, { ...params, ...body }),
);
