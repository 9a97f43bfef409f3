import * as z from 'zod';
import { id, timestamp, wholeNumber } from './common.ts';
import { type EventType, eventTypes, typePatterns } from './event-types.ts';

/** An event of the account's activity feed (contract 4.11). */
export const activityEvent = z.strictObject({
  id: id('event'),
  at: timestamp,
  type: z.enum(eventTypes),
  resource: z.string(),
  name: z.string().nullable(),
  status: z.string().nullable(),
  actor: z.string(),
  request_id: z.string().nullable(),
  message: z.string(),
});
export type ActivityEvent = z.infer<typeof activityEvent> & { type: EventType };

const known = new Set<string>(typePatterns);

/** The query of the activity feed. `type` and `resource` take alternatives between commas. */
export const activityQuery = z.strictObject({
  after: id('event').optional(),
  cursor: id('event').optional(),
  type: z
    .string()
    .max(2048)
    .refine((text) => text.split(',').every((each) => known.has(each)), 'names an unknown event type')
    .optional(),
  resource: z.string().min(1).max(2048).optional(),
  limit: wholeNumber(1, 200).prefault(50),
});
export type ActivityQuery = z.infer<typeof activityQuery>;
