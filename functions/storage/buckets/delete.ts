import * as z from 'zod';
import { deleteBucket } from '#lib/domain/storage/buckets/delete.ts';
import { deletedBucket } from '#lib/domain/storage/buckets/resource.ts';
import { route } from '#lib/edge/route.ts';
import { objectsUnder } from '#lib/model/identity/policy/references.ts';
import { deleted, flag } from '#lib/model/platform/common.ts';
import { bucket, bucketPath } from '#lib/model/storage/bucket.ts';

/**
 * Deletes an empty bucket with its keys. 409 in_use when it holds objects, unless `force` is given: then its keys
 * are revoked, clients get NoSuchBucket, and it is emptied.
 */
export const handler = route(
  {
    name: 'deleteBucket',
    action: 'storage:DeleteBucket',
    resource: ({ name }) => `bucket/${name}`,
    uses: (_, { params, query }) => (query.force ? [objectsUnder(params.name, '', 'storage:DeleteObject')] : []),
    params: bucketPath,
    query: z.strictObject({
      force: flag.default(false).describe('Whether the bucket is emptied first.').meta({ example: 'true' }),
    }),
    versioned: true,
    dryRun: true,
    reply: z.union([
      z.strictObject({ name: z.string().describe("The bucket's name.").meta({ example: 'photos' }), deleted }),
      bucket,
    ]),
    etag: 'sometimes',
    settled: deletedBucket,
  },
  (context, { params, query }) => deleteBucket(context, { ...params, ...query }),
);
