import * as z from 'zod';
import { deleteBucketLifecycle } from '#lib/domain/storage/buckets/put-rules.ts';
import { route } from '#lib/edge/route.ts';
import { bucketPath } from '#lib/model/storage/bucket.ts';
import { lifecycleRule } from '#lib/model/storage/bucket-lifecycle.ts';

/** Removes the lifecycle rules of a bucket. 409 unless the bucket is active. */
export const handler = route(
  {
    name: 'deleteBucketLifecycle',
    action: 'storage:DeleteBucketLifecycle',
    resource: ({ name }) => `bucket/${name}`,
    params: bucketPath,
    versioned: true,
    dryRun: true,
    reply: z.strictObject({ rules: z.array(lifecycleRule).describe('The rules of the bucket from now on.') }),
    etag: 'always',
  },
  (context, { params }) => deleteBucketLifecycle(context, params),
);
