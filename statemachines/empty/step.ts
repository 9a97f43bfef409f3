import * as z from 'zod';
import { emptyBucket } from '#lib/domain/storage/buckets/empty.ts';
import { task } from '#lib/edge/task.ts';

/** Deletes some of a bucket's objects, and the bucket once it is empty. */
export const handler = task(
  z.object({ operation: z.string(), account_id: z.string(), bucket: z.string() }),
  emptyBucket,
);
