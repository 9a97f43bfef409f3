import { getBucketLifecycle } from '#lib/domain/storage/buckets/show-rules.ts';
import { route } from '#lib/edge/route.ts';
import { listOf, shortListQuery } from '#lib/model/platform/lists.ts';
import { bucketPath } from '#lib/model/storage/bucket.ts';
import { lifecycleRule } from '#lib/model/storage/bucket-lifecycle.ts';

/** Shows the lifecycle rules of a bucket, empty when none are set. */
export const handler = route(
  {
    name: 'getBucketLifecycle',
    action: 'storage:GetBucketLifecycle',
    resource: ({ name }) => `bucket/${name}`,
    params: bucketPath,
    query: shortListQuery(),
    reply: listOf('rules', lifecycleRule),
    etag: 'always',
  },
  (context, { params, query }) => getBucketLifecycle(context, { ...params, query }),
);
