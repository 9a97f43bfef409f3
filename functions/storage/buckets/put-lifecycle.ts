import * as z from 'zod';
import { bucketFacts } from '#lib/domain/storage/buckets/find.ts';
import { putBucketLifecycle } from '#lib/domain/storage/buckets/put-rules.ts';
import { route } from '#lib/edge/route.ts';
import { bucketPath, lifecycleRule, lifecycleRules } from '#lib/model/storage/bucket.ts';

/** Replaces the lifecycle rules of a bucket, in force when it answers. 409 unless the bucket is active. */
export const handler = route(
  {
    name: 'putBucketLifecycle',
    action: 'storage:PutBucketLifecycle',
    resource: ({ name }) => `bucket/${name}`,
    facts: bucketFacts,
    params: bucketPath,
    body: z.strictObject({ rules: lifecycleRules }),
    reply: z.strictObject({ rules: z.array(lifecycleRule) }),
  },
  (context, { params, body }) => putBucketLifecycle(context, { ...params, ...body }),
);
