import { settleAsSystem, settlePayment } from '#lib/domain/billing/topups/credit.ts';
import { orderRecord, payerOf } from '#lib/domain/billing/topups/new-order.ts';
import { razorpay } from '#lib/drivers/payments/razorpay.ts';
import { chargesOf, type GatewayCharge } from '#lib/drivers/payments/subscriptions.ts';
import { newId } from '#lib/model/platform/ids.ts';
import { createOrder, getOrderRef, type OrderRef, unknownOrders } from '#lib/store/billing/orders.ts';
import type { Subscribed } from '#lib/store/billing/subscriptions.ts';
import { Stale, transact } from '#lib/store/platform/write.ts';

/**
 * Credits every payment that the gateway has taken for a subscription. Each payment is a top-up by the plan's price
 * with its own order. Like any other top-up it is credited, invoiced and refunded once, however often it is reported.
 */
export async function settleCharges(subscribed: Subscribed, now: Date): Promise<void> {
  for await (const charges of chargesOf(subscribed.gateway_subscription_id)) {
    const unaccounted = await unknownOrders(charges.map(({ order_id }) => order_id));
    for (const charge of charges) if (unaccounted.has(charge.order_id)) await settle(subscribed, charge, now);
  }
}

async function settle(subscribed: Subscribed, { order_id, payment_id }: GatewayCharge, now: Date): Promise<void> {
  const payment = await razorpay.payment(payment_id);
  const ref = payment && (await register(subscribed, order_id, now));
  if (ref) await settlePayment(ref, payment, now, settleAsSystem(ref.account_id, now));
}

/**
 * Registers the gateway's order as an order of the account. If anything fails after this, the scheduled task that
 * checks open orders settles its payment.
 */
async function register(subscribed: Subscribed, order_id: string, now: Date): Promise<OrderRef | undefined> {
  const payer = await payerOf(subscribed.account_id);
  if (!payer) return undefined;
  const { price_paise, plan_id } = subscribed;
  const draft = { id: newId('order', now), gateway_order_id: order_id, amount_paise: price_paise };
  const order = await orderRecord({ ...draft, purpose: `plan ${plan_id}` }, payer, now);
  try {
    await transact(createOrder(order));
    return { account_id: order.account_id, order_id: order.id };
  } catch (error) {
    if (error instanceof Stale) return getOrderRef(order_id);
    throw error;
  }
}
