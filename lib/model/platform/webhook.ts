import * as z from 'zod';
import { id, stamps, statusReason, timestamp } from './common.ts';
import { eventTypes, typePatterns } from './event-types.ts';
import { exampleToken } from './example-token.ts';

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
  id: id('delivery').describe('The id of the delivery.'),
  event_id: id('event').describe('The id of the event, which is the same at every attempt.'),
  event_type: z
    .enum([...eventTypes, testType])
    .describe('The type of the event.')
    .meta({ example: 'team.member_joined' }),
  attempt: z.int().describe('The number of the attempt, counted from 1.').meta({ example: 1 }),
  at: timestamp.describe('When it was created, in UTC.'),
  status: z.enum(['succeeded', 'failed']).describe('Whether the response was a 2xx.').meta({ example: 'succeeded' }),
  response_status: z
    .int()
    .nullable()
    .describe('The HTTP status of the response; null where there was none.')
    .meta({ example: 200 }),
  error: z.string().nullable().describe('Why there was no response; null where there was one.').meta({ example: null }),
  duration_ms: z.int().describe('How long it took, in milliseconds.').meta({ example: 84 }),
  next_attempt_at: timestamp
    .nullable()
    .describe('When the next attempt is due, in UTC; null where there is none.')
    .meta({ example: null }),
});
export type Delivery = z.infer<typeof delivery>;

/** A webhook as replies show it, with its last deliveries, newest first. */
export const webhook = z.strictObject({
  id: id('webhook').meta({ readOnly: true }),
  ...stamps,
  url: z.string().describe('Where events are sent.').meta({ example: 'https://hooks.example.com/in' }),
  description: z
    .string()
    .nullable()
    .describe('A description of its purpose; null if there is none.')
    .meta({ example: 'Team changes to the chat' }),
  event_types: z
    .array(z.enum(typePatterns))
    .describe('The events that are sent: types, `*` for all, and prefixes such as `instance.*`.')
    .meta({ example: ['instance.*', 'billing.low_balance'] }),
  status: z.enum(['active', 'disabled']).describe('Whether events are sent.').meta({ example: 'active' }),
  status_reason: statusReason,
  allowed_actions: z
    .array(z.string())
    .describe('What the caller may do with the webhook now.')
    .meta({ example: ['update', 'delete'] }),
  deliveries: z.array(delivery).describe('The last deliveries, newest first.'),
});
export type Webhook = z.infer<typeof webhook>;

/** A webhook with its signing secret, which only its creation shows. */
export const newWebhook = webhook.extend({
  secret: z
    .string()
    .describe('The secret that signs deliveries. No other reply shows it.')
    .meta({ example: exampleToken('whsec') }),
});
export type NewWebhook = z.infer<typeof newWebhook>;

/** The body of a new webhook. */
export const webhookInput = z.strictObject({
  url: z
    .string()
    .min(1)
    .max(2048)
    .describe('Where events are sent: an https URL.')
    .meta({ example: 'https://hooks.example.com/in' }),
  description: z
    .string()
    .max(256)
    .nullable()
    .default(null)
    .describe('A description of its purpose; null for none.')
    .meta({ example: 'Team changes to the chat' }),
  event_types: subscription
    .optional()
    .describe(
      'The events to send, without repetition: types, `*` for all, and prefixes such as `instance.*`; by default all events whose data the caller may read.',
    )
    .meta({ uniqueItems: true, example: ['instance.*', 'billing.low_balance'] }),
});
export type WebhookInput = z.infer<typeof webhookInput>;

/** The changes of a webhook. `active` enables it again after failures. */
export const webhookChange = z.strictObject({
  url: webhookInput.shape.url.optional(),
  description: z
    .string()
    .max(256)
    .nullable()
    .optional()
    .describe('A description of its purpose; null for none.')
    .meta({ example: 'Team changes to the chat' }),
  event_types: webhookInput.shape.event_types,
  status: z
    .enum(['active', 'disabled'])
    .optional()
    .describe('Whether events are sent; `active` enables a webhook that failures disabled.')
    .meta({ example: 'active' }),
});
export type WebhookChange = z.infer<typeof webhookChange>;
