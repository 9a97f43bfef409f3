import { showBucket } from '#lib/domain/storage/buckets/show.ts';
import { route } from '#lib/edge/route.ts';
import { bucket, bucketPath } from '#lib/model/storage/bucket.ts';

/** Shows a bucket with its settings and its usage. */
export const handler = route(
  {
    name: 'getBucket',
    action: 'storage:GetBucket',
    resource: ({ name }) => `bucket/${name}`,
    params: bucketPath,
    reply: bucket,
    etag: 'always',
  },
  (context, { params }) => showBucket(context, params),
);
