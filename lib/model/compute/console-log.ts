import * as z from 'zod';
import { id, wholeNumber } from '#lib/model/platform/common.ts';

/** The maximum number of lines in one reply. */
export const mostLines = 1000;

/** The query of GET /compute/instances/{id}/console-log: the last lines, or those after an earlier reply. */
export const consoleLogQuery = z.strictObject({
  tail: wholeNumber(1, mostLines)
    .optional()
    .describe('The number of last lines; 200 by default. Not together with `after`.')
    .meta({ example: 100 }),
  after: z
    .string()
    .regex(/^[0-9a-f\-]{36}\.\d{1,15}$/v, 'must be `next` of an earlier reply')
    .optional()
    .describe('The `next` of an earlier reply, for the lines since then. After a new boot, all lines of that boot.')
    .meta({ example: '5f0c1c0e-5d2a-4b0e-9d53-0a4a5b1f5c11.12' }),
});
export type ConsoleLogQuery = z.infer<typeof consoleLogQuery>;

/** A machine's console log as replies show it (contract 4.1). */
export const consoleLog = z.strictObject({
  instance_id: id('instance').describe('The instance.'),
  lines: z
    .array(z.string())
    .describe(
      "What its init, boot scripts, services and user data wrote since its last boot, as the machine wrote it: show control characters as text. Of the log's last 256 KiB, at most 1000 lines.",
    )
    .meta({ example: ['begun', 'init: service web ended with code 1; it starts again in 1 s'] }),
  next: z
    .string()
    .describe('The value of `after` for the lines that follow these.')
    .meta({ example: '5f0c1c0e-5d2a-4b0e-9d53-0a4a5b1f5c11.12' }),
  truncated: z.boolean().describe('Whether earlier lines are missing: not asked for, or no longer kept.'),
});
export type ConsoleLog = z.infer<typeof consoleLog>;
