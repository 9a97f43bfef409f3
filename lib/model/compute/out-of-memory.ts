import * as z from 'zod';

/**
 * Processes of a machine that the host's kernel has ended because the machine had no more memory: how many since the
 * last report, and the names that some of them had given themselves, where the host knows them.
 */
export const outOfMemory = z.strictObject({
  killed: z.int().min(1).max(1e9),
  programs: z.array(z.string().regex(/^[\x20-\x7e]{1,64}$/)).max(5),
});
export type OutOfMemory = z.infer<typeof outOfMemory>;
