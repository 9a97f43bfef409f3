import * as z from 'zod';
import { id, stamps } from './common.ts';

export const vpc = z.strictObject({
  id: id('vpc'),
  ...stamps,
  name: z.string(),
  cidr: z.string(),
  is_default: z.boolean(),
  description: z.string().nullable(),
  instance_count: z.int(),
  available_ips: z.int(),
});
export type Vpc = z.infer<typeof vpc>;
