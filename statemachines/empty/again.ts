import * as z from 'zod';
import { continueEmptying } from '#lib/domain/storage/buckets/emptying.ts';
import { task } from '#lib/edge/task.ts';

/** Starts the workflow again for the rest of a bucket, before the history of this execution is full. */
export const handler = task(
  z.object({
    operation: z.string(),
    account_id: z.string(),
    bucket: z.string(),
    round: z.int().min(1).default(1),
  }),
  continueEmptying,
);
