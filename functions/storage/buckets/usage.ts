import * as z from 'zod';
import { getBucketUsage } from '#lib/domain/storage/buckets/usage.ts';
import { route } from '#lib/edge/route.ts';
import { bucketPath } from '#lib/model/storage/bucket.ts';
import { bucketUsage, usagePeriod, usageStep } from '#lib/model/storage/bucket-usage.ts';

/**
 * Shows what a bucket contains, and its requests and transferred bytes for each step; 400 for a period of more than 31
 * days.
 */
export const handler = route(
  {
    name: 'getBucketUsage',
    action: 'storage:GetBucketUsage',
    resource: ({ name }) => `bucket/${name}`,
    params: bucketPath,
    query: z.strictObject({ ...usagePeriod, step: usageStep }),
    reply: bucketUsage,
  },
  (context, { params, query }) => getBucketUsage(context, { ...params, ...query }),
);
