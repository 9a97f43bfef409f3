import * as z from 'zod';
import { putBucketCors } from '#lib/domain/storage/buckets/put-rules.ts';
import { route } from '#lib/edge/route.ts';
import { bucketPath, corsRule, corsRules } from '#lib/model/storage/bucket.ts';

/** Replaces the CORS rules of a bucket; they apply as soon as it replies. 409 unless the bucket is active. */
export const handler = route(
  {
    name: 'putBucketCors',
    action: 'storage:PutBucketCors',
    resource: ({ name }) => `bucket/${name}`,
    params: bucketPath,
    body: z.strictObject({ rules: corsRules }),
    versioned: true,
    dryRun: true,
    reply: z.strictObject({ rules: z.array(corsRule).describe('The rules of the bucket from now on.') }),
    etag: 'always',
  },
  (context, { params, body }) => putBucketCors(context, { ...params, ...body }),
);
