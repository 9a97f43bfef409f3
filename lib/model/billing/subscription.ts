import * as z from 'zod';
import { currency, id, stamps, statusReason, timestamp } from '#lib/model/platform/common.ts';

const planId = z.enum(['free', 'standard', 'business']).describe('The plan.').meta({ example: 'standard' });

/** Razorpay's statuses (contract 3.11). */
const status = z
  .enum(['created', 'authenticated', 'active', 'pending', 'halted', 'cancelled', 'completed', 'expired'])
  .describe('The state of the subscription, as the payment gateway names it.')
  .meta({ example: 'active' });

/** An account's plan (contract 2). An account without a subscription is on the free plan, which has no id. */
export const subscription = z.strictObject({
  id: id('subscription')
    .nullable()
    .describe("The subscription's id; null on the free plan, which has none.")
    .meta({ readOnly: true, example: 'sub-01kanx7m3v5q8w2c4d6f7g9h1j' }),
  ...stamps,
  created_at: timestamp
    .nullable()
    .describe('When it was created, in UTC; null on the free plan.')
    .meta({ readOnly: true, example: '2026-11-21T04:10:00Z' }),
  updated_at: timestamp
    .nullable()
    .describe('When it last changed, in UTC; null on the free plan.')
    .meta({ readOnly: true, example: '2026-11-21T04:10:00Z' }),
  plan_id: planId,
  status,
  status_reason: statusReason,
  allowed_actions: z
    .array(z.string())
    .describe('What the caller may do with the subscription now.')
    .meta({ example: ['cancel'] }),
  price_paise: z.int().describe('The price of a month, in paise before GST.').meta({ example: 49900 }),
  currency,
  current_period_start: timestamp
    .nullable()
    .describe('When the paid month began, in UTC; null where none is paid.')
    .meta({ example: '2026-11-21T04:10:00Z' }),
  current_period_end: timestamp
    .nullable()
    .describe('When the paid month ends, in UTC; null where none is paid.')
    .meta({ example: '2026-12-21T04:10:00Z' }),
  cancel_at_period_end: z.boolean().describe('Whether the subscription ends with the paid month.'),
  gateway_subscription_id: z
    .string()
    .nullable()
    .describe("The subscription's id at the payment gateway; null on the free plan.")
    .meta({ example: 'sub_NkQ2m8pXyZ1abc' }),
});
export type Subscription = z.infer<typeof subscription>;

/** A new subscription, with the parameters of the checkout that pays for it. */
export const newSubscription = subscription.extend({
  checkout: z
    .strictObject({
      key_id: z
        .string()
        .describe("The public key of the merchant, which Razorpay's checkout takes as `key`.")
        .meta({ example: 'rzp_live_1DP5mmOlF5G5ag' }),
      subscription_id: z
        .string()
        .describe("The subscription's id at the payment gateway.")
        .meta({ example: 'sub_NkQ2m8pXyZ1abc' }),
      name: z.string().describe('The name of the merchant.').meta({ example: 'Example Cloud' }),
      description: z.string().describe('What the payment is for.').meta({ example: 'Standard plan' }),
      url: z
        .string()
        .nullable()
        .describe('A page on which to pay it; null if the gateway has none.')
        .meta({ example: null }),
    })
    .describe('The data that a checkout needs to pay it.'),
});
export type NewSubscription = z.infer<typeof newSubscription>;

export const subscriptionInput = z.strictObject({ plan_id: planId });
export const subscriptionCancel = z.strictObject({
  at_period_end: z
    .boolean()
    .default(true)
    .describe('Whether it ends with the paid month, or at once.')
    .meta({ example: true }),
});
