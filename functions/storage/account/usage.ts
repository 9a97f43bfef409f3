import * as z from 'zod';
import { getUsage } from '#lib/domain/storage/usage/usage.ts';
import { route } from '#lib/edge/route.ts';
import { storageUsage, usagePeriod } from '#lib/model/storage/bucket-usage.ts';

/** Shows what the account's buckets contain, and the cost of storage in a period; 400 for more than 31 days. */
export const handler = route(
  {
    name: 'getUsage',
    action: 'storage:GetUsage',
    resource: () => 'bucket/*',
    query: z.strictObject(usagePeriod),
    reply: storageUsage,
  },
  (context, { query }) => getUsage(context, query),
);
