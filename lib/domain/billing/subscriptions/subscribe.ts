import { addTax } from '#lib/domain/billing/tax/gst.ts';
import { supplier } from '#lib/domain/billing/tax/supplier.ts';
import { callGateway, checkoutPage } from '#lib/domain/billing/topups/resource.ts';
import type { Context } from '#lib/domain/platform/context.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { gatewayKeys } from '#lib/drivers/payments/keys.ts';
import { createSubscription as createAtGateway, createPlan } from '#lib/drivers/payments/subscriptions.ts';
import { type PlanId, planPrices } from '#lib/model/billing/plan-prices.ts';
import type { NewSubscription } from '#lib/model/billing/subscription.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { newId } from '#lib/model/platform/ids.ts';
import { type OrderRef, putOrderRef } from '#lib/store/billing/orders.ts';
import {
  gatewayPlan,
  getSubscription,
  putSubscription,
  type Subscribed,
  type SubscriptionRecord,
  saveGatewayPlan,
} from '#lib/store/billing/subscriptions.ts';
import { settleCharges } from './charges.ts';
import { hasEnded, toSubscription } from './resource.ts';
import { nextCheckAt } from './sync.ts';

/**
 * Subscribes the account to a plan, which is then paid at the gateway's checkout. Refuses with 409 when the account
 * already has a plan and for the free plan, and with 503.
 */
export async function createSubscription(context: Context, { plan_id }: { plan_id: PlanId }): Promise<NewSubscription> {
  const { account_id } = context.principal;
  const before = await getSubscription(account_id);
  if (before && !hasEnded(before)) {
    const what = `subscription ${before.id} is ${before.status} (plan ${before.plan_id})`;
    throw new ApiError('already_exists', `${what}; POST /auth/billing/subscription/cancel first`);
  }
  if (plan_id === 'free') throw new ApiError('already_exists', `account ${account_id} is on plan free already`);
  await context.claimed();
  // The new subscription replaces this record, so no scheduled task will check the old one again.
  if (before?.due) await callGateway(() => settleCharges(before, context.now));
  const id = newId('subscription', context.now);
  const created = await callGateway(async () =>
    createAtGateway(await planAt(plan_id), { account_id, subscription_id: id }),
  );
  const at = rfc3339(context.now);
  const draft: SubscriptionRecord = {
    id,
    account_id,
    plan_id,
    status: 'created',
    price_paise: planPrices[plan_id],
    current_period_start: null,
    current_period_end: null,
    cancel_at_period_end: false,
    gateway_subscription_id: created.id,
    due: null,
    version: 0,
    created_at: at,
    updated_at: at,
  };
  const record = { ...draft, due: nextCheckAt(draft, context.now) };
  return context.commit({
    writes: [putSubscription(before, record), putOrderRef(created.id, refOf(record))],
    reply: { ...toSubscription(record), checkout: await checkoutOf(created.id, plan_id) },
    version: (before?.version ?? 0) + 1,
  });
}

/** The record stored under the gateway's id of a subscription, to find the account of a payment. */
function refOf({ id, account_id, plan_id, price_paise, gateway_subscription_id }: SubscriptionRecord) {
  const subscribed: OrderRef & Subscribed = {
    account_id,
    order_id: id,
    plan_id,
    price_paise,
    gateway_subscription_id,
  };
  return subscribed;
}

/** The id of the gateway's plan at the current price with GST. The plan is created on first use. */
async function planAt(plan: PlanId): Promise<string> {
  const { key_id } = await gatewayKeys();
  const { total_paise } = addTax(planPrices[plan], undefined);
  const name = `${plan}-${total_paise}`;
  const known = await gatewayPlan(key_id, name);
  if (known) return known;
  const planId = await createPlan(plan, total_paise);
  await saveGatewayPlan(key_id, name, planId);
  return planId;
}

async function checkoutOf(subscription_id: string, plan: PlanId): Promise<NewSubscription['checkout']> {
  const { key_id } = await gatewayKeys();
  const url = checkoutPage({ subscription_id });
  return { key_id, subscription_id, name: supplier().name, description: `Plan ${plan}, by the month`, url };
}
