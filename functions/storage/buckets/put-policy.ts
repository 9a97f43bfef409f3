import * as z from 'zod';
import { putBucketPolicy } from '#lib/domain/storage/buckets/put-policy.ts';
import { route } from '#lib/edge/route.ts';
import { bucketPath } from '#lib/model/storage/bucket.ts';
import { bucketPolicy, policyGrants, shownPolicy } from '#lib/model/storage/bucket-policy.ts';

/**
 * Replaces the policy of a bucket; it applies as soon as the request is answered. The account's root user can always
 * replace it. 409 wrong_state if the engine has no policies, and unless the bucket is active.
 */
export const handler = route(
  {
    name: 'putBucketPolicy',
    action: 'storage:PutBucketPolicy',
    resource: ({ name }) => `bucket/${name}`,
    uses: (_, { params, body }) => policyGrants(params.name, body.policy),
    params: bucketPath,
    body: z.strictObject({ policy: bucketPolicy }),
    versioned: true,
    dryRun: true,
    reply: shownPolicy,
    etag: 'always',
  },
  (context, { params, body }) => putBucketPolicy(context, { ...params, ...body }),
);
