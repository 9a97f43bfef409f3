import * as z from 'zod';
import { createBucket } from '#lib/domain/storage/buckets/create.ts';
import { settledBucket } from '#lib/domain/storage/buckets/resource.ts';
import { refuseIncapable } from '#lib/domain/storage/buckets/update.ts';
import { route } from '#lib/edge/route.ts';
import { tagFacts } from '#lib/model/identity/policy/context.ts';
import { region, tags } from '#lib/model/platform/common.ts';
import { bucket, bucketAcl, bucketName, bucketQuota } from '#lib/model/storage/bucket.ts';

const versioning = z
  .enum(['disabled', 'enabled'])
  .default('disabled')
  .describe('Whether noncurrent versions of objects are kept.')
  .meta({ example: 'disabled' });

/**
 * Creates a bucket. 409 already_exists when an account has a bucket of this name, 403 quota_exceeded, 503 while object
 * storage does not answer.
 */
export const handler = route(
  {
    name: 'createBucket',
    action: 'storage:CreateBucket',
    resource: () => 'bucket/*',
    facts: (_, { body }) => tagFacts(body.tags),
    uses: (_, { body }) => [{ kind: 'bucket', id: body.name, tags: body.tags }],
    body: z.strictObject({
      name: bucketName.meta({ 'x-immutable': true }),
      region: z.literal(region).default(region).describe('The region.').meta({ 'x-immutable': true }),
      acl: bucketAcl.default('private'),
      versioning,
      quota: bucketQuota.default(null),
      tags: tags.default({}),
    }),
    dryRun: true,
    reply: bucket,
    etag: 'always',
    settled: settledBucket,
    status: 201,
    spends: true,
  },
  (context, { body: { region: _, ...settings } }) => {
    refuseIncapable(settings);
    return createBucket(context, settings);
  },
);
