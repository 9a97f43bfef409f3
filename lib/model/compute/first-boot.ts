import * as z from 'zod';

/** The progress of a machine's user data on its host. `exit_code` is null if it was interrupted. */
export const firstBoot = z.discriminatedUnion('state', [
  z.strictObject({ state: z.literal('started') }),
  z.strictObject({ state: z.literal('finished') }),
  z.strictObject({ state: z.literal('failed'), exit_code: z.int().min(1).max(255).nullable() }),
]);
export type FirstBoot = z.infer<typeof firstBoot>;
