import * as z from 'zod';
import { id, stamps, timestamp } from './common.ts';

/** What webhooks can be told of; `data` is the invite or the member as it is after the event, or what the mail of the same occasion says. */
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
  /** From 1. */
  attempt: z.int(),
  at: timestamp,
  status: z.enum(['succeeded', 'failed']),
  response_status: z.int().nullable(),
  error: z.string().nullable(),
  duration_ms: z.int(),
  /** When it is tried again; null where it is not. */
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

/** A webhook as its creation alone shows it: with the secret that signs. */
export const newWebhook = webhook.extend({ secret: z.string() });
export type NewWebhook = z.infer<typeof newWebhook>;

/** What a webhook may be made of. */
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
