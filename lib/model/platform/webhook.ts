import * as z from 'zod';
import { id, stamps, timestamp } from './common.ts';

/**
 * The event types of webhooks. `data` is the invite or member after the event, or the content of the mail for the same
 * event.
 */
export const eventTypes = [
  'team.invite_created',
  'team.invite_revoked',
  'team.invite_expired',
  'team.member_joined',
  'team.member_updated',
  'team.member_removed',
  'billing.low_balance',
  'billing.account_stopped',
  'billing.mandate_notice',
  'billing.budget_alert',
] as const;
export type EventType = (typeof eventTypes)[number];

/** One attempt to deliver an event. */
export const delivery = z.strictObject({
  event_id: id('event'),
  event_type: z.enum(eventTypes),
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
  event_types: z.array(z.enum(eventTypes)),
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
  event_types: z
    .array(z.enum(eventTypes))
    .min(1)
    .refine((types) => new Set(types).size === types.length, 'names an event type twice')
    .default([...eventTypes]),
});
export type WebhookInput = z.infer<typeof webhookInput>;
