import type { Context } from '#lib/domain/platform/context.ts';
import type { GatewayPayment } from '#lib/drivers/payments/gateway.ts';
import { isPaymentProof } from '#lib/drivers/payments/keys.ts';
import { razorpay } from '#lib/drivers/payments/razorpay.ts';
import type { Order } from '#lib/model/billing/order.ts';
import { ApiError, notFound } from '#lib/model/platform/errors.ts';
import { financialYear } from '#lib/model/platform/ist.ts';
import { type OrderRecord, readForPosting } from '#lib/store/billing/orders.ts';
import { type Settlement, settlePayment } from './credit.ts';
import { callGateway, toOrder } from './resource.ts';

interface Proof {
  id: string;
  gateway_payment_id: string;
  signature: string;
}

/**
 * Credits an order once, with the proof that its checkout returned; a webhook may have credited it before. Refuses with
 * 400 for a forged proof, with 409 for a payment that failed or has another amount, and with 503 when the gateway does
 * not answer.
 */
export async function verifyOrder(context: Context, { id, ...proof }: Proof): Promise<Order> {
  const { now } = context;
  const { account_id } = context.principal;
  const ref = { account_id, order_id: id };
  const read = await readForPosting(ref, 'invoice', financialYear(now));
  const { order } = read;
  if (!order) throw notFound('order', id);
  context.match(order.version);
  const payment = proof.gateway_payment_id;
  if (!(await isPaymentProof(order.gateway_order_id, payment, proof.signature))) throw forged(id, payment);
  if (order.payments.some((one) => one.id === payment)) return toOrder(order, now);
  const found = await captured(order, payment);
  await context.claimed();
  const commit = ({ order: next, writes }: Settlement) => context.commit({ writes, reply: toOrder(next, now) });
  const verdict = await settlePayment(ref, found, now, commit, read);
  if (!verdict.order || !verdict.outcome.startsWith('credited')) throw unfit(id, found);
  return toOrder(verdict.order, now);
}

/** Returns the gateway's state of the payment. An authorised payment is captured first. */
async function captured({ id, total_paise }: OrderRecord, payment: string): Promise<GatewayPayment> {
  const found = await callGateway(() => razorpay.payment(payment));
  if (!found) throw notPayable(id, `the gateway has no payment ${payment}`);
  if (found.status === 'authorized' && found.amount_paise === total_paise)
    return callGateway(() => razorpay.capture(found));
  if (found.status === 'created' || found.status === 'failed') throw notPayable(id, `${payment} is ${found.status}`);
  return found;
}

const forged = (id: string, payment: string) =>
  new ApiError('validation_failed', `signature: is not from the gateway for ${payment} of order ${id}`);

const notPayable = (id: string, why: string) => new ApiError('wrong_state', `order ${id} is not payable: ${why}`);

const unfit = (id: string, { id: payment, amount_paise, currency }: GatewayPayment) =>
  notPayable(id, `${payment} over ${amount_paise} paise ${currency} is not what was ordered`);
