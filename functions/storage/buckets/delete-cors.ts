import * as z from 'zod';
import { deleteBucketCors } from '#lib/domain/storage/buckets/put-rules.ts';
import { route } from '#lib/edge/route.ts';
import { bucketPath, corsRule } from '#lib/model/storage/bucket.ts';

/** Removes the CORS rules of a bucket. 409 unless the bucket is active. */
export const handler = route(
  {
    name: 'deleteBucketCors',
    action: 'storage:DeleteBucketCors',
    resource: ({ name }) => `bucket/${name}`,
    params: bucketPath,
    versioned: true,
    dryRun: true,
    reply: z.strictObject({ rules: z.array(corsRule).describe('The rules of the bucket from now on.') }),
    etag: 'always',
  },
  (context, { params }) => deleteBucketCors(context, params),
);
