import * as z from 'zod';
import { id, stamps, timestamp } from './common.ts';
import { eventTypes, typePatterns } from './event-types.ts';

/** The type of the event that POST …/test sends. */
export const testType = 'webhook.test';

/** What a webhook subscribes to: event types, `*` for all, or prefixes such as `instance.*`. */
const subscription = z
  .array(z.enum(typePatterns))
  .min(1)
  .max(200)
  .refine((types) => new Set(types).size === types.length, 'names an event type twice');

/** One attempt to deliver an event. */
export const delivery = z.strictObject({
  id: id('delivery'),
  event_id: id('event'),
  event_type: z.enum([...eventTypes, testType]),
  /** Counted from 1. */
  attempt: z.int(),
  at: timestamp,
  status: z.enum(['succeeded', 'failed']),
  response_status: z.int().nullable(),
  error: z.string().nullable(),
  duration_ms: z.int(),
  /** When the next attempt is due; null where there is none. */
  next_attempt_at: timestamp.nullable(),
});
export type Delivery = z.infer<typeof delivery>;

/** A webhook as replies show it, with its last deliveries, newest first. */
export const webhook = z.strictObject({
  id: id('webhook'),
  ...stamps,
  url: z.string(),
  description: z.string().nullable(),
  event_types: z.array(z.enum(typePatterns)),
  status: z.enum(['active', 'disabled']),
  status_reason: z.string().nullable(),
  allowed_actions: z.array(z.string()),
  deliveries: z.array(delivery),
});
export type Webhook = z.infer<typeof webhook>;

/** A webhook as only its creation shows it: with the secret that signs. */
export const newWebhook = webhook.extend({ secret: z.string() });
export type NewWebhook = z.infer<typeof newWebhook>;

/** The body of a new webhook. */
export const webhookInput = z.strictObject({
  url: z.string().min(1).max(2048),
  description: z.string().max(256).nullable().default(null),
  /** Where the field is left out: everything whose data the caller may read. */
  event_types: subscription.optional(),
});
export type WebhookInput = z.infer<typeof webhookInput>;

/** The changes of a webhook. `active` enables it again after failures. */
export const webhookChange = z.strictObject({
  url: z.string().min(1).max(2048).optional(),
  description: z.string().max(256).nullable().optional(),
  event_types: subscription.optional(),
  status: z.enum(['active', 'disabled']).optional(),
});
export type WebhookChange = z.infer<typeof webhookChange>;
