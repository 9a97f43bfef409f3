import { getBucketPolicy } from '#lib/domain/storage/buckets/show-policy.ts';
import { route } from '#lib/edge/route.ts';
import { bucketPath } from '#lib/model/storage/bucket.ts';
import { shownPolicy } from '#lib/model/storage/bucket-policy.ts';

/**
 * Shows the policy of a bucket, or null if it has none. The account's root user can always see it. 409 wrong_state if
 * the engine has no policies, and unless the bucket is active.
 */
export const handler = route(
  {
    name: 'getBucketPolicy',
    action: 'storage:GetBucketPolicy',
    resource: ({ name }) => `bucket/${name}`,
    uses: (_, { params }) => [{ kind: 'bucket', id: params.name, as: ['storage:GetBucket'] }],
    params: bucketPath,
    reply: shownPolicy,
    etag: 'always',
  },
  (context, { params }) => getBucketPolicy(context, params),
);
