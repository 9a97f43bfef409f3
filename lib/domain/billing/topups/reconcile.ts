import { orderOfPayment } from '#lib/domain/billing/subscriptions/sync.ts';
import { forEachDue } from '#lib/domain/platform/operations/for-each.ts';
import { civilNow, rfc3339 } from '#lib/drivers/clocks/civil.ts';
import type { GatewayRefund } from '#lib/drivers/payments/gateway.ts';
import { razorpay } from '#lib/drivers/payments/razorpay.ts';
import {
  changeOrder,
  dueOrders,
  filterUnseen,
  getOrder,
  markSeen,
  nextOrderCheck,
  type OrderRecord,
  refundsThrough,
  saveRefundsThrough,
} from '#lib/store/billing/orders.ts';
import { transact, unlessStale } from '#lib/store/platform/write.ts';
import { settleAsSystem, settlePayment } from './credit.ts';
import { settleRefund } from './refund.ts';
import { isOpen, nextCheck } from './resource.ts';

/**
 * Asks the gateway about every order that is due for a check, and settles payments whose webhook did not arrive. Unpaid
 * orders expire when their time has passed.
 */
export async function checkOrders(): Promise<{ next_at: string | null }> {
  const now = civilNow();
  await forEachDue(dueOrders(rfc3339(now)), (order) => check(order, now));
  return { next_at: await nextOrderCheck() };
}

async function check({ account_id, id, gateway_order_id }: OrderRecord, now: Date): Promise<void> {
  const ref = { account_id, order_id: id };
  for (const payment of await razorpay.paymentsOf(gateway_order_id)) {
    const captured = payment.status === 'authorized' ? await razorpay.capture(payment) : payment;
    await settlePayment(ref, captured, now, settleAsSystem(account_id, now));
  }
  const order = await getOrder(account_id, id);
  if (!order?.next_check_at || order.next_check_at > rfc3339(now)) return;
  const isOver = isOpen(order) && order.expires_at <= rfc3339(now);
  const expired = { status: 'expired' as const, status_reason: 'not paid within 30 minutes', updated_at: rfc3339(now) };
  const { write } = changeOrder(order, { next_check_at: nextCheck(order, now), ...(isOver && expired) });
  await unlessStale(transact([write]));
}

const hour = 3_600_000;

/** How far back refunds are requested again, in milliseconds, since the gateway may list a refund late. */
const overlap = 2 * hour;

/** Once an hour, asks the gateway for its refunds and settles those that no webhook reported. */
export async function checkRefunds(): Promise<{ next_at: string | null }> {
  const now = civilNow();
  const through = await refundsThrough();
  const from = through === undefined ? now.getTime() - 24 * hour : Date.parse(through);
  if (through !== undefined && now.getTime() < from + hour) return { next_at: null };
  const found = new Map<string, GatewayRefund>();
  for await (const refund of razorpay.refunds(new Date(from - overlap), now)) found.set(refund.id, refund);
  for (const id of await unseenRefunds([...found.keys()])) await settleUnseen(found.get(id) as GatewayRefund, now);
  // A pending refund is requested again until it is processed or has failed.
  const pending = [...found.values()].some(({ status }) => status === 'pending');
  if (!pending) await saveRefundsThrough(rfc3339(now));
  return { next_at: null };
}

/** The maximum number of items in one read. */
const batchSize = 100;

async function unseenRefunds(ids: string[]): Promise<string[]> {
  const result: string[] = [];
  for (let at = 0; at < ids.length; at += batchSize)
    result.push(...(await filterUnseen(ids.slice(at, at + batchSize))));
  return result;
}

/** How long a refund is remembered, in seconds: longer than it is requested again. */
const rememberedSeconds = 7 * 24 * 3600;

async function settleUnseen(refund: GatewayRefund, now: Date): Promise<void> {
  if (refund.status === 'pending') return;
  const payment = await razorpay.payment(refund.payment_id);
  const ref = payment && (await orderOfPayment(payment, now));
  if (payment && ref) await settleRefund(ref, refund, payment, now, settleAsSystem(ref.account_id, now));
  await transact([markSeen(refund.id, Math.floor(now.getTime() / 1000) + rememberedSeconds)]);
}
