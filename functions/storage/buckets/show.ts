import { showBucket } from '#lib/domain/storage/buckets/show.ts';
import { route } from '#lib/edge/route.ts';
import { bucket, bucketPath } from '#lib/model/storage/bucket.ts';

/** A bucket with its settings and what it holds. */
export const handler = route(
  {
    name: 'getBucket',
    action: 'storage:GetBucket',
    resource: ({ name }) => `bucket/${name}`,
    params: bucketPath,
    reply: bucket,
  },
  (context, { params }) => showBucket(context, params),
);
