import * as z from 'zod';

/** The disk of a machine is nearly full, or has more than its plan: percent of the plan's disk. */
export const diskFilling = z.strictObject({ used_percent: z.int().min(0).max(1e6) });
export type DiskFilling = z.infer<typeof diskFilling>;
