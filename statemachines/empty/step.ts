import * as z from 'zod';
import { emptyBucket } from '#lib/domain/storage/buckets/empty.ts';
import { task } from '#lib/edge/task.ts';

/** Removes some of what a bucket holds, and the bucket once nothing is left. */
export const handler = task(
  z.object({ operation: z.string(), account_id: z.string(), bucket: z.string() }),
  emptyBucket,
);
