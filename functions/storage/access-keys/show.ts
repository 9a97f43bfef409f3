import { showBucketKey } from '#lib/domain/storage/bucket-keys/resource.ts';
import { route } from '#lib/edge/route.ts';
import { bucketKey, bucketKeyPath } from '#lib/model/storage/bucket-key.ts';

/** Shows an access key for a bucket, without its secret. */
export const handler = route(
  {
    name: 'getBucketKey',
    action: 'storage:GetBucketKey',
    resource: ({ name }) => `bucket/${name}`,
    params: bucketKeyPath,
    reply: bucketKey,
    etag: 'always',
  },
  (context, { params }) => showBucketKey(context, params),
);
