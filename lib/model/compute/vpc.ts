import * as z from 'zod';
import { id, stamps, tags } from '#lib/model/platform/common.ts';
import { blockProblem } from '#lib/model/platform/ipv4.ts';

/** A private network as replies show it (contract 2). */
export const vpc = z.strictObject({
  id: id('vpc').meta({ readOnly: true }),
  ...stamps,
  name: z.string().describe('The name, unique in the account.').meta({ example: 'backend' }),
  cidr: z.string().describe('The IPv4 block of its addresses.').meta({ example: '10.21.0.0/20' }),
  is_default: z.boolean().describe('Whether launches use it if they name no VPC.'),
  description: z
    .string()
    .nullable()
    .describe('A description of its purpose; null if there is none.')
    .meta({ example: 'Databases and queues' }),
  instance_count: z.int().describe('The number of instances in it.').meta({ example: 3 }),
  available_ips: z.int().describe('The number of free addresses.').meta({ example: 4089 }),
  tags,
});
export type Vpc = z.infer<typeof vpc>;

export const vpcName = z
  .string()
  .min(1)
  .max(64)
  .regex(/^[A-Za-z0-9.\-]*$/v, 'must be of A-Z a-z 0-9 . -')
  .describe('The name, unique in the account.')
  .meta({ example: 'backend' });

export const vpcDescription = z
  .string()
  .max(255)
  .nullable()
  .describe('A description of its purpose; null for none.')
  .meta({ example: 'Databases and queues' });

/** A private IPv4 block of /16 to /28, written with its network address. */
export const vpcBlock = z
  .string()
  .superRefine((cidr, context) => {
    const problem = blockProblem(cidr);
    if (problem) context.addIssue({ code: 'custom', message: problem, input: cidr });
  })
  .describe('A private IPv4 block of /16 to /28 with its network address; by default a free /20.')
  .meta({ example: '10.21.0.0/20' });
