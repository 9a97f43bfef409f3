import * as z from 'zod';
import { createBucketKey } from '#lib/domain/storage/bucket-keys/create.ts';
import { route } from '#lib/edge/route.ts';
import { moment } from '#lib/model/platform/common.ts';
import { bucketPath } from '#lib/model/storage/bucket.ts';
import { keyGrants, keyName, keyPermission, keyPrefix, newBucketKey } from '#lib/model/storage/bucket-key.ts';

/**
 * Issues an access key for a bucket. Only this reply contains its secret. 409 unless the bucket is active, 403
 * quota_exceeded above ten keys of one bucket.
 */
export const handler = route(
  {
    name: 'createBucketKey',
    action: 'storage:CreateBucketKey',
    resource: ({ name }) => `bucket/${name}`,
    created: ({ name }, { id }) => `bucket/${name}/access-key/${id}`,
    uses: (_, { params, body }) => keyGrants(params.name, body),
    params: bucketPath,
    body: z.strictObject({
      name: keyName,
      permission: keyPermission,
      prefix: keyPrefix
        .nullable()
        .default(null)
        .describe('Limits the key to objects whose keys begin with this; null for all.')
        .meta({ 'x-immutable': true }),
      expires_at: moment
        .nullable()
        .prefault(null)
        .describe('When the key expires; null for never.')
        .meta({ 'x-immutable': true }),
    }),
    dryRun: true,
    reply: newBucketKey,
    etag: 'always',
    status: 201,
    spends: true,
  },
  (context, { params, body }) => createBucketKey(context, { bucket: params.name, ...body }),
);
