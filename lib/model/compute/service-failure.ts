import * as z from 'zod';

/**
 * A service inside a machine that has failed and is not restarted: its unit, systemd's name for how it ended, and its
 * last lines. All of it is reported by the machine, and is not verified.
 */
export const serviceFailure = z.strictObject({
  unit: z.string().regex(/^[A-Za-z0-9:_.\\@-]{1,247}\.service$/),
  result: z.string().regex(/^[a-z-]{1,32}$/),
  lines: z.array(z.string().regex(/^[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]{0,160}$/u)).max(5),
});
export type ServiceFailure = z.infer<typeof serviceFailure>;
