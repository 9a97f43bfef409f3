import { bucketFacts } from '#lib/domain/buckets/find.ts';
import { deleteBucketLifecycle } from '#lib/domain/buckets/rules.ts';
import { route } from '#lib/edge/route.ts';
import { bucketPath, lifecycleRule } from '#lib/model/bucket.ts';
import { listOf } from '#lib/model/lists.ts';

/** Removes the lifecycle rules of a bucket. 409 unless the bucket is active. */
export const handler = route(
  {
    name: 'deleteBucketLifecycle',
    action: 'storage:DeleteBucketLifecycle',
    resource: ({ name }) => `bucket/${name}`,
    facts: bucketFacts,
    params: bucketPath,
    reply: listOf('rules', lifecycleRule),
  },
  (context, { params }) => deleteBucketLifecycle(context, params),
);
