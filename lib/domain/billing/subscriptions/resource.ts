import { planPrices } from '#lib/model/billing/plan-prices.ts';
import type { Subscription } from '#lib/model/billing/subscription.ts';
import type { SubscriptionRecord } from '#lib/store/billing/subscriptions.ts';

/** Whether a subscription has ended, so that its account is on the free plan. */
export const hasEnded = ({ status }: Pick<SubscriptionRecord, 'status'>): boolean =>
  ['cancelled', 'completed', 'expired'].includes(status);

/**
 * The account's current subscription as replies show it. Without a subscription, or after it has ended, this is the
 * free plan.
 */
export function currentSubscription(account_id: string, record: SubscriptionRecord | undefined): Subscription {
  if (!record || hasEnded(record)) return free(account_id);
  return toSubscription(record);
}

/** A subscription as replies show it, even one that has ended. */
export const toSubscription = (record: SubscriptionRecord): Subscription => ({
  id: record.id,
  account_id: record.account_id,
  created_at: record.created_at,
  updated_at: record.updated_at,
  plan_id: record.plan_id,
  status: record.status,
  status_reason: record.status === 'halted' ? 'its payments failed' : null,
  allowed_actions: hasEnded(record) || record.cancel_at_period_end ? [] : ['cancel'],
  price_paise: record.price_paise,
  currency: 'INR',
  current_period_start: record.current_period_start,
  current_period_end: record.current_period_end,
  cancel_at_period_end: record.cancel_at_period_end,
  gateway_subscription_id: record.gateway_subscription_id,
});

const free = (account_id: string): Subscription => ({
  id: null,
  account_id,
  created_at: null,
  updated_at: null,
  plan_id: 'free',
  status: 'active',
  status_reason: null,
  allowed_actions: [],
  price_paise: planPrices.free,
  currency: 'INR',
  current_period_start: null,
  current_period_end: null,
  cancel_at_period_end: false,
  gateway_subscription_id: null,
});
