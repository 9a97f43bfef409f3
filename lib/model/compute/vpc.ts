import * as z from 'zod';
import { id, stamps, tags } from '#lib/model/platform/common.ts';
import { blockProblem } from '#lib/model/platform/ipv4.ts';

/** A private network as replies show it (contract 2). */
export const vpc = z.strictObject({
  id: id('vpc'),
  ...stamps,
  name: z.string(),
  cidr: z.string(),
  is_default: z.boolean(),
  description: z.string().nullable(),
  instance_count: z.int(),
  available_ips: z.int(),
  tags,
});
export type Vpc = z.infer<typeof vpc>;

export const vpcName = z
  .string()
  .min(1)
  .max(64)
  .regex(/^[A-Za-z0-9.-]*$/, 'must be of A-Z a-z 0-9 . -');

export const vpcDescription = z.string().max(255).nullable();

/** A private IPv4 block of /16 to /28, written with its network address. */
export const vpcBlock = z.string().superRefine((cidr, context) => {
  const problem = blockProblem(cidr);
  if (problem) context.addIssue({ code: 'custom', message: problem, input: cidr });
});
