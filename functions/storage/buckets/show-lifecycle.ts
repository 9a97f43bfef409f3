import { bucketFacts } from '#lib/domain/buckets/find.ts';
import { getBucketLifecycle } from '#lib/domain/buckets/show-rules.ts';
import { route } from '#lib/edge/route.ts';
import { bucketPath, lifecycleRule } from '#lib/model/bucket.ts';
import { listOf } from '#lib/model/lists.ts';

/** The lifecycle rules of a bucket; none where none were given. */
export const handler = route(
  {
    name: 'getBucketLifecycle',
    action: 'storage:GetBucketLifecycle',
    resource: ({ name }) => `bucket/${name}`,
    facts: bucketFacts,
    params: bucketPath,
    reply: listOf('rules', lifecycleRule),
  },
  (context, { params }) => getBucketLifecycle(context, params),
);
