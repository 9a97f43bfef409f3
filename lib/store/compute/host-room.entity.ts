import * as z from 'zod';

/** The share of a host's memory and vCPUs that machines may use: 1 is all of it. */
export const factors = z.strictObject({
  ram: z.number(),
  vcpus: z.number(),
});
