import * as z from 'zod';
import { id, stamps, timestamp } from '#lib/model/platform/common.ts';

/** The monthly price of each plan, in paise before GST. */
export const planPrices = { free: 0, standard: 49_900, business: 199_900 } as const;
export type PlanId = keyof typeof planPrices;

const planId = z.enum(['free', 'standard', 'business']);

/** Razorpay's statuses (contract 3.11). */
const status = z.enum(['created', 'authenticated', 'active', 'pending', 'halted', 'cancelled', 'completed', 'expired']);

/** An account's plan (contract 2). An account without a subscription is on the free plan, which has no id. */
export const subscription = z.strictObject({
  id: id('subscription').nullable(),
  ...stamps,
  created_at: timestamp.nullable(),
  updated_at: timestamp.nullable(),
  plan_id: planId,
  status,
  status_reason: z.string().nullable(),
  allowed_actions: z.array(z.string()),
  price_paise: z.int(),
  currency: z.literal('INR'),
  current_period_start: timestamp.nullable(),
  current_period_end: timestamp.nullable(),
  cancel_at_period_end: z.boolean(),
  gateway_subscription_id: z.string().nullable(),
});
export type Subscription = z.infer<typeof subscription>;

/** A new subscription, with what a checkout needs to pay it. */
export const newSubscription = subscription.extend({
  checkout: z.strictObject({
    key_id: z.string(),
    subscription_id: z.string(),
    name: z.string(),
    description: z.string(),
    url: z.string().nullable(),
  }),
});
export type NewSubscription = z.infer<typeof newSubscription>;

export const subscriptionInput = z.strictObject({ plan_id: planId });
export const subscriptionCancel = z.strictObject({ at_period_end: z.boolean().default(true) });
