import { syncAutopay } from '#lib/domain/autopay/sync.ts';
import type { PublicContext } from '#lib/domain/context.ts';
import { systemContext } from '#lib/domain/operations/system-context.ts';
import { syncSubscription } from '#lib/domain/subscriptions/sync.ts';
import { ringDocuments } from '#lib/drivers/doorbell/ring.ts';
import { type GatewayEvent, readEvent } from '#lib/drivers/payments/events.ts';
import { razorpay } from '#lib/drivers/payments/razorpay.ts';
import { isWebhook } from '#lib/drivers/payments/signatures.ts';
import { hashToken } from '#lib/drivers/tokens/opaque.ts';
import { ApiError } from '#lib/model/errors.ts';
import { getOrderRef, type OrderRef, readEventOf, see } from '#lib/store/orders.ts';
import { transact } from '#lib/store/write.ts';
import { type Settlement, settlePayment } from './credit.ts';
import { forgedWebhook } from './forged.ts';
import { settleRefund } from './refund.ts';
import { unavailable } from './unavailable.ts';

/** Seconds for which an event is known again: longer than a gateway repeats it. */
const memory = 7 * 24 * 3600;

/**
 * Takes an event of the payment gateway, any number of times and in any order. 401 where the gateway did not sign these
 * bytes. What does not concern an order of ours is received, and nothing more; what could not be accounted for now is
 * answered with an error, so that it comes again.
 */
export async function receiveGatewayWebhook(context: PublicContext): Promise<{ received: true }> {
  const { body = Buffer.alloc(0), headers = {} } = context.verbatim ?? {};
  if (!(await isWebhook(body, headers['x-razorpay-signature'] ?? ''))) throw await forgedWebhook(context);
  const event = readEvent(body);
  if (!event) throw new ApiError('validation_failed', 'body: is no event of the payment gateway');
  const key = hashToken(JSON.stringify([headers['x-razorpay-event-id'] ?? '', body.toString('base64')]));
  const { ref, seen } = await readEventOf(event.payment?.order_id ?? 'none', key);
  if (ref) context.identify(systemContext(ref.account_id, context.now).principal);
  if (seen) return { received: true };
  const subject = ref ?? (await refOfToken(event)) ?? (await refOfRefund(event));
  if (subject?.order_id.startsWith('man-')) await unavailable(() => syncAutopay(subject.account_id, context.now));
  else if (subject?.order_id.startsWith('sub-'))
    await unavailable(() => syncSubscription(subject.account_id, context.now));
  else if (subject) await settle(subject, event, context.now);
  await transact([see(key, Math.floor(context.now.getTime() / 1000) + memory)]);
  return { received: true };
}

/** Whose a mandate is, where its event says which order gave it, or a subscription. */
async function refOfToken({ token_order_id, subscription_id }: GatewayEvent): Promise<OrderRef | undefined> {
  const id = token_order_id ?? subscription_id;
  return id === undefined ? undefined : getOrderRef(id);
}

/** Whose a refund is where its event does not hold the payment. */
async function refOfRefund(event: GatewayEvent): Promise<OrderRef | undefined> {
  const { refund } = event;
  if (!refund || event.payment) return undefined;
  event.payment = await unavailable(() => razorpay.payment(refund.payment_id));
  return event.payment?.order_id ? getOrderRef(event.payment.order_id) : undefined;
}

async function settle(ref: OrderRef, { payment, refund }: GatewayEvent, now: Date): Promise<void> {
  const commit = async ({ order, writes }: Settlement) => {
    await systemContext(ref.account_id, now).commit({ writes, reply: order });
    ringDocuments();
  };
  if (payment && refund) await settleRefund(ref, refund, payment, now, commit);
  else if (payment) await settlePayment(ref, payment, now, commit);
}
