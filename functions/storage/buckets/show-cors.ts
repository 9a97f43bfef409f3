import { getBucketCors } from '#lib/domain/storage/buckets/show-rules.ts';
import { route } from '#lib/edge/route.ts';
import { listOf } from '#lib/model/platform/lists.ts';
import { bucketPath, corsRule } from '#lib/model/storage/bucket.ts';

/** Shows the CORS rules of a bucket, empty when none are set. */
export const handler = route(
  {
    name: 'getBucketCors',
    action: 'storage:GetBucketCors',
    resource: ({ name }) => `bucket/${name}`,
    params: bucketPath,
    reply: listOf('rules', corsRule),
  },
  (context, { params }) => getBucketCors(context, params),
);
