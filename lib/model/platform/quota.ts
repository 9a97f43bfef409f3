import * as z from 'zod';

/** One line of GET /compute/quotas (contract 1.9). */
export const quota = z.strictObject({ name: z.string(), limit: z.int(), used: z.int() });
export type Quota = z.infer<typeof quota>;
