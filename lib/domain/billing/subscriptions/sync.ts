import { retryOnContention } from '#lib/domain/platform/retry.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { type GatewayPayment, GatewayRefusal } from '#lib/drivers/payments/gateway.ts';
import {
  endSubscription,
  type GatewaySubscription,
  subscriptionOf,
  subscriptionOfInvoice,
} from '#lib/drivers/payments/subscriptions.ts';
import { subscription } from '#lib/model/billing/subscription.ts';
import { getOrderRef, type OrderRef } from '#lib/store/billing/orders.ts';
import {
  getSubscription,
  putSubscription,
  type Subscribed,
  type SubscriptionRecord,
} from '#lib/store/billing/subscriptions.ts';
import { transact } from '#lib/store/platform/write.ts';
import { settleCharges } from './charges.ts';
import { hasEnded } from './resource.ts';

const minute = 60_000;

/** How long a new subscription may wait for its first payment, in milliseconds. */
const paymentWindow = 24 * 60 * minute;

/** Milliseconds between two checks of a subscription that waits for a payment: initial and maximum. */
const [shortPause, longPause] = [10 * minute, 24 * 60 * minute];

/**
 * When the gateway is next asked about a subscription (RFC 3339): at the end of a paid period, and at growing intervals
 * about an outstanding payment. Webhooks usually arrive earlier.
 */
export function nextCheckAt(record: SubscriptionRecord, now: Date): string {
  const end = record.current_period_end ? Date.parse(record.current_period_end) + minute : 0;
  const waited = now.getTime() - (end || Date.parse(record.created_at));
  const pause = hasEnded(record) ? shortPause : Math.min(longPause, Math.max(shortPause, waited / 2));
  const isPaid = record.status === 'active' && end > now.getTime() + shortPause;
  return rfc3339(new Date(isPaid ? end : now.getTime() + pause));
}

/**
 * Applies the gateway's state to a subscription. A subscription that has ended keeps its state and is not checked
 * again.
 */
export function applyGatewayState(
  record: SubscriptionRecord,
  found: GatewaySubscription,
  now: Date,
): SubscriptionRecord {
  if (hasEnded(record)) return { ...record, due: null };
  const status = subscription.shape.status.safeParse(found.status).data ?? record.status;
  const time = (seconds: number | null) => (seconds === null ? null : rfc3339(new Date(seconds * 1000)));
  const next: SubscriptionRecord = {
    ...record,
    status,
    current_period_start: time(found.current_start),
    current_period_end: time(found.current_end),
    updated_at: rfc3339(now),
  };
  const unpaid = status === 'created' && Date.parse(record.created_at) + paymentWindow <= now.getTime();
  const ended = next.cancel_at_period_end && (next.current_period_end ?? '') <= rfc3339(now);
  if (unpaid) next.status = 'expired';
  else if (ended && status !== 'completed') next.status = 'cancelled';
  return { ...next, due: nextCheckAt(next, now) };
}

/**
 * Asks the gateway about a subscription, credits its payments, and stores its state if it is the account's current
 * subscription.
 */
export async function syncSubscription(subscribed: Subscribed, now: Date): Promise<void> {
  await settleCharges(subscribed, now);
  await retryOnContention(async () => {
    const record = await getSubscription(subscribed.account_id);
    if (record?.gateway_subscription_id !== subscribed.gateway_subscription_id || !record.due) return;
    const next = applyGatewayState(record, await subscriptionOf(record.gateway_subscription_id), now);
    if (isSame(record, next) && record.due > rfc3339(now)) return;
    if (next.status === 'expired' && !hasEnded(record)) await endUnpaid(record);
    await transact([putSubscription(record, next)]);
  });
}

const isSame = (a: SubscriptionRecord, b: SubscriptionRecord): boolean =>
  a.status === b.status &&
  a.current_period_start === b.current_period_start &&
  a.current_period_end === b.current_period_end;

/**
 * Ends an unpaid subscription at the gateway, so that it cannot be paid later. A refusal means that a payment has
 * arrived, which the gateway reports.
 */
async function endUnpaid({ gateway_subscription_id }: SubscriptionRecord): Promise<void> {
  try {
    await endSubscription(gateway_subscription_id, false);
  } catch (error) {
    if (!(error instanceof GatewayRefusal)) throw error;
  }
}

/** Whether an entry under an id of the gateway stands for a subscription. */
export const isSubscriptionRef = (ref: OrderRef | undefined): ref is OrderRef & Subscribed =>
  ref !== undefined && 'gateway_subscription_id' in ref;

/**
 * Finds the order of a payment; undefined when it is not an order of this platform. An unregistered payment of a
 * subscription is credited first.
 */
export async function orderOfPayment(
  { order_id, invoice_id }: GatewayPayment,
  now: Date,
): Promise<OrderRef | undefined> {
  if (order_id === null) return undefined;
  const known = await getOrderRef(order_id);
  const id = known || invoice_id === null ? undefined : await subscriptionOfInvoice(invoice_id);
  const ref = id === undefined ? undefined : await getOrderRef(id);
  if (!isSubscriptionRef(ref)) return known;
  await syncSubscription(ref, now);
  return getOrderRef(order_id);
}
