import * as z from 'zod';
import { failEmptying } from '#lib/domain/storage/buckets/emptying.ts';
import { task } from '#lib/edge/task.ts';

/** Records why the bucket could not be emptied. Its deletion can be requested again. */
export const handler = task(
  z.object({
    operation: z.string(),
    account_id: z.string(),
    bucket: z.string(),
    error: z.string(),
    cause: z.string().default(''),
  }),
  failEmptying,
);
