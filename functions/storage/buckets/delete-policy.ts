import { deleteBucketPolicy } from '#lib/domain/storage/buckets/put-policy.ts';
import { route } from '#lib/edge/route.ts';
import { bucketPath } from '#lib/model/storage/bucket.ts';
import { policyGrants, shownPolicy } from '#lib/model/storage/bucket-policy.ts';

/**
 * Removes the policy of a bucket. The account's root user can always remove it. 409 wrong_state if the engine has no
 * policies, and unless the bucket is active.
 */
export const handler = route(
  {
    name: 'deleteBucketPolicy',
    action: 'storage:DeleteBucketPolicy',
    resource: ({ name }) => `bucket/${name}`,
    uses: (_, { params }) => policyGrants(params.name),
    params: bucketPath,
    versioned: true,
    dryRun: true,
    reply: shownPolicy,
    etag: 'always',
  },
  (context, { params }) => deleteBucketPolicy(context, params),
);
