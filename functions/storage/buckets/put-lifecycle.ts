import * as z from 'zod';
import { putBucketLifecycle } from '#lib/domain/storage/buckets/put-rules.ts';
import { route } from '#lib/edge/route.ts';
import { objectsUnder } from '#lib/model/identity/policy/references.ts';
import { bucketPath } from '#lib/model/storage/bucket.ts';
import { lifecycleRule, lifecycleRules } from '#lib/model/storage/bucket-lifecycle.ts';

/** Replaces the lifecycle rules of a bucket; they apply as soon as it replies. 409 unless the bucket is active. */
export const handler = route(
  {
    name: 'putBucketLifecycle',
    action: 'storage:PutBucketLifecycle',
    resource: ({ name }) => `bucket/${name}`,
    uses: (_, { params, body }) =>
      body.rules
        .filter(
          ({ enabled, expire_days, expire_on, expire_markers, noncurrent_days }) =>
            enabled && (expire_markers || (expire_days ?? expire_on ?? noncurrent_days) !== null),
        )
        .map(({ prefix }) => objectsUnder(params.name, prefix, 'storage:DeleteObject')),
    params: bucketPath,
    body: z.strictObject({ rules: lifecycleRules }),
    versioned: true,
    dryRun: true,
    reply: z.strictObject({ rules: z.array(lifecycleRule).describe('The rules of the bucket from now on.') }),
    etag: 'always',
  },
  (context, { params, body }) => putBucketLifecycle(context, { ...params, ...body }),
);
