import * as z from 'zod';

/** One line of GET /compute/quotas (contract 1.9). */
export const quota = z.strictObject({
  name: z.string().describe('What is limited.').meta({ example: 'instances' }),
  limit: z.int().describe('How much the account may have.').meta({ example: 20 }),
  used: z.int().describe('How much it has.').meta({ example: 3 }),
});
export type Quota = z.infer<typeof quota>;
