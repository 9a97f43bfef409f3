import { z } from '#lib/store/entity.ts';

/** How much of a host's memory and vCPUs machines may have: 1 is all that it has. */
export const factors = z.strictObject({
  ram: z.number(),
  vcpus: z.number(),
});
