import { getBucketCors } from '#lib/domain/storage/buckets/show-rules.ts';
import { route } from '#lib/edge/route.ts';
import { listOf, shortListQuery } from '#lib/model/platform/lists.ts';
import { bucketPath, corsRule } from '#lib/model/storage/bucket.ts';

/** Shows the CORS rules of a bucket, empty when none are set. */
export const handler = route(
  {
    name: 'getBucketCors',
    action: 'storage:GetBucketCors',
    resource: ({ name }) => `bucket/${name}`,
    params: bucketPath,
    query: shortListQuery(),
    reply: listOf('rules', corsRule),
    etag: 'always',
  },
  (context, { params, query }) => getBucketCors(context, { ...params, query }),
);
