import * as z from 'zod';
import { id, timestamp } from './common.ts';
import { type EventType, eventTypes, typePatterns } from './event-types.ts';
import { pageCursor, pageLimit } from './lists.ts';

/** An event of the account's activity feed (contract 4.11). */
export const activityEvent = z.strictObject({
  id: id('event').describe('The id of the event; ids of later events sort after it.'),
  at: timestamp.describe('When it happened, in UTC.'),
  type: z.enum(eventTypes).describe('What happened.').meta({ example: 'instance.running' }),
  resource: z
    .string()
    .describe('The SRN of what it happened to.')
    .meta({ example: 'srn:compute:in-mum:482910337451:instance/i-01kanx7m3v5q8w2c4d6f7g9h1j' }),
  name: z.string().nullable().describe('Its name; null if it has none.').meta({ example: 'web-01' }),
  status: z
    .string()
    .nullable()
    .describe('Its status after the event; null if it has none or no longer exists.')
    .meta({ example: 'running' }),
  actor: z
    .string()
    .describe('Who did it: an e-mail address, a username, or `system` for the platform itself.')
    .meta({ example: 'asha@example.in' }),
  request_id: z
    .string()
    .nullable()
    .describe('The X-Request-Id of the request that did it; null for what the platform did on its own.')
    .meta({ example: 'req-01kanx7m3v5q8w2c4d6f7g9h1j' }),
  message: z.string().describe('The event in words.').meta({ example: 'instance web-01: running' }),
});
export type ActivityEvent = z.infer<typeof activityEvent> & { type: EventType };

const known = new Set<string>(typePatterns);

/** The query of the activity feed. `type` and `resource` take alternatives between commas. */
export const activityQuery = z.strictObject({
  after: id('event').optional().describe('Only events after this one; omit it for the newest.'),
  type: z
    .string()
    .max(2048)
    .refine((text) => text.split(',').every((each) => known.has(each)), 'names an unknown event type')
    .optional()
    .describe('Only these types, comma-separated; `*` and prefixes such as `instance.*` match several.')
    .meta({ example: 'instance.*' }),
  resource: z
    .string()
    .min(1)
    .max(2048)
    .refine((text) => text.split(',').length <= 100, 'names more than 100 values')
    .optional()
    .describe('Only events of these SRNs, comma-separated; at most 100.')
    .meta({ example: 'srn:compute:in-mum:482910337451:instance/i-01kanx7m3v5q8w2c4d6f7g9h1j' }),
  limit: pageLimit(50),
  cursor: pageCursor,
});
export type ActivityQuery = z.infer<typeof activityQuery>;
