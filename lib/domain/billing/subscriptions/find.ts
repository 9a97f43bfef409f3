import type { GatewayPayment } from '#lib/drivers/payments/gateway.ts';
import { subscriptionOfInvoice } from '#lib/drivers/payments/subscriptions.ts';
import { getOrderRef, type OrderRef } from '#lib/store/billing/orders.ts';
import type { Subscribed } from '#lib/store/billing/subscriptions.ts';
import { syncSubscription } from './sync.ts';

/** Where what is known of a subscription under the gateway's id is that. */
export const isSubscription = (ref: OrderRef | undefined): ref is OrderRef & Subscribed =>
  ref !== undefined && 'gateway_subscription_id' in ref;

/** The order that a payment is of, ours alone; a subscription's cycle of which nobody told yet is accounted for first. */
export async function orderOfPayment(
  { order_id, invoice_id }: GatewayPayment,
  now: Date,
): Promise<OrderRef | undefined> {
  if (order_id === null) return undefined;
  const known = await getOrderRef(order_id);
  const id = known || invoice_id === null ? undefined : await subscriptionOfInvoice(invoice_id);
  const ref = id === undefined ? undefined : await getOrderRef(id);
  if (!isSubscription(ref)) return known;
  await syncSubscription(ref, now);
  return getOrderRef(order_id);
}
