import * as z from 'zod';
import { settledBucket } from '#lib/domain/storage/buckets/resource.ts';
import { updateBucket } from '#lib/domain/storage/buckets/update.ts';
import { route } from '#lib/edge/route.ts';
import { objectsUnder } from '#lib/model/identity/policy/references.ts';
import { tags } from '#lib/model/platform/common.ts';
import { bucket, bucketAcl, bucketPath, bucketQuota } from '#lib/model/storage/bucket.ts';

/**
 * Changes a bucket's settings, which apply as soon as it replies. A null quota removes the limit. 409 unless the bucket
 * is active.
 */
export const handler = route(
  {
    name: 'updateBucket',
    action: 'storage:UpdateBucket',
    resource: ({ name }) => `bucket/${name}`,
    uses: (_, { params, body }) =>
      body.acl === 'public-read' ? [objectsUnder(params.name, '', 'storage:GetObject')] : [],
    params: bucketPath,
    body: z.strictObject({
      versioning: z
        .enum(['enabled', 'suspended'])
        .optional()
        .describe('Whether noncurrent versions of objects are kept.')
        .meta({ example: 'enabled' }),
      acl: bucketAcl.optional(),
      quota: bucketQuota.optional(),
      tags: tags.optional(),
    }),
    versioned: true,
    dryRun: true,
    reply: bucket,
    etag: 'always',
    settled: settledBucket,
  },
  (context, { params, body }) => updateBucket(context, { ...params, ...body }),
);
