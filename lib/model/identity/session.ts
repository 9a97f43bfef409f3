import * as z from 'zod';
import { id, timestamp } from '#lib/model/platform/common.ts';

/** One login on one device, as its user sees it. */
export const session = z.strictObject({
  id: id('session'),
  created_at: timestamp,
  last_used_at: timestamp,
  source_ip: z.string(),
  user_agent: z.string(),
  current: z.boolean(),
});
export type Session = z.infer<typeof session>;
