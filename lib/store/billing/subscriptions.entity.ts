import * as z from 'zod';
import { type PlanId, planPrices } from '#lib/model/billing/plan-prices.ts';
import { subscription } from '#lib/model/billing/subscription.ts';
import { entity } from '#lib/store/entity.ts';

/** An account's subscription. An ended one stays until the next is created. */
export const subscriptionRecord = z.strictObject({
  id: z.string(),
  account_id: z.string(),
  plan_id: z.custom<PlanId>((plan) => typeof plan === 'string' && Object.hasOwn(planPrices, plan)),
  status: subscription.shape.status,
  price_paise: z.number(),
  current_period_start: z.string().nullable(),
  current_period_end: z.string().nullable(),
  cancel_at_period_end: z.boolean(),
  gateway_subscription_id: z.string(),
  /** When the gateway is next asked about it (RFC 3339, civil clock); null for never. */
  due: z.string().nullable(),
  version: z.number(),
  created_at: z.string(),
  updated_at: z.string(),
});

export const entities = {
  subscription: entity({
    about: 'subscription',
    pk: 'A#<account>#wallet',
    sk: 'SUBSCRIPTION',
    index: { name: 'subscriptionIndex', pk: 'SUBSCRIPTIONS', sk: '<due>' },
    read: 'GET /auth/billing/subscription; subscriptions schedule',
    version: 'version',
    record: subscriptionRecord,
  }),
  gatewayPlan: entity({
    about: 'gateway plan',
    pk: 'GATEWAY#<keyId>#<plan>',
    sk: 'PLAN',
    read: 'subscribing',
    record: z.strictObject({
      plan_id: z.string(),
    }),
  }),
};
