import { syncAutopay } from '#lib/domain/billing/autopay/sync.ts';
import { isSubscriptionRef, orderOfPayment, syncSubscription } from '#lib/domain/billing/subscriptions/sync.ts';
import type { PublicContext } from '#lib/domain/platform/context.ts';
import { systemContext } from '#lib/domain/platform/operations/system-context.ts';
import { type GatewayEvent, readEvent } from '#lib/drivers/payments/events.ts';
import type { GatewayPayment } from '#lib/drivers/payments/gateway.ts';
import { isWebhook } from '#lib/drivers/payments/keys.ts';
import { razorpay } from '#lib/drivers/payments/razorpay.ts';
import { hashToken } from '#lib/drivers/tokens/opaque.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { platformAccount } from '#lib/model/platform/principal.ts';
import { getOrderRef, markSeen, type OrderRef, readEventOf } from '#lib/store/billing/orders.ts';
import { transact } from '#lib/store/platform/write.ts';
import { countFailure } from '#lib/store/requests/attempts.ts';
import { settleAsSystem, settlePayment } from './credit.ts';
import { settleRefund } from './refund.ts';
import { callGateway } from './resource.ts';

/** How long an event is remembered, in seconds: longer than the gateway keeps resending it. */
const rememberedSeconds = 7 * 24 * 3600;

/**
 * Handles an event of the payment gateway. Events may arrive in any order and repeatedly. Refuses with 401 when the
 * signature is not the gateway's. An event that concerns no order of this platform is acknowledged. When an event
 * cannot be handled now, the reply is an error, so that the gateway sends it again.
 */
export async function receiveGatewayWebhook(context: PublicContext): Promise<{ received: true }> {
  const { body = Buffer.alloc(0), headers = {} } = context.verbatim ?? {};
  if (!(await isWebhook(body, headers['x-razorpay-signature'] ?? ''))) throw await forgedWebhook(context);
  const event = readEvent(body);
  if (!event) throw new ApiError('validation_failed', 'body: is not an event of the payment gateway');
  const key = hashToken(JSON.stringify([headers['x-razorpay-event-id'] ?? '', body.toString('base64')]));
  const { ref, seen } = await readEventOf(event.payment?.order_id ?? event.subject_id ?? 'none', key);
  if (ref) context.identify(systemContext(ref.account_id, context.now).principal);
  if (seen) return { received: true };
  await callGateway(() => accountFor(event, ref, context.now));
  await transact([markSeen(key, Math.floor(context.now.getTime() / 1000) + rememberedSeconds)]);
  return { received: true };
}

/** Updates the mandate or subscription that an event is about, then settles the payment that it reports. */
async function accountFor(event: GatewayEvent, known: OrderRef | undefined, now: Date): Promise<void> {
  const { subject_id, refund } = event;
  const subject = subject_id === undefined ? undefined : await getOrderRef(subject_id);
  if (isSubscriptionRef(subject)) await syncSubscription(subject, now);
  else if (subject) await syncAutopay(subject.account_id, now);
  const payment = event.payment ?? (refund && (await razorpay.payment(refund.payment_id)));
  if (payment) await settle(payment, event, known, now);
}

async function settle(payment: GatewayPayment, { refund }: GatewayEvent, known: OrderRef | undefined, now: Date) {
  const isItsOwn = known !== undefined && !isSubscriptionRef(known);
  const ref = isItsOwn ? known : await orderOfPayment(payment, now);
  if (ref?.order_id.startsWith('man-')) return syncAutopay(ref.account_id, now);
  if (!ref) return undefined;
  const commit = settleAsSystem(ref.account_id, now);
  return refund ? settleRefund(ref, refund, payment, now, commit) : settlePayment(ref, payment, now, commit);
}

/** All forgeries share one counter, because a sender may use many addresses. */
const forgeryCounter = hashToken(JSON.stringify(['forged webhooks']));

/**
 * The 401 for a webhook with a wrong signature. Nothing in it is trusted, so it cannot be attributed to an account. It
 * is recorded in the platform's own audit log, but only the first five times in 15 minutes, which bounds the cost of a
 * flood.
 */
async function forgedWebhook(context: PublicContext): Promise<ApiError> {
  const isFlood = (await countFailure(forgeryCounter, Math.floor(context.now.getTime() / 1000))) !== undefined;
  const { principal } = systemContext(platformAccount, context.now);
  if (!isFlood) context.identify({ ...principal, id: 'anonymous', name: 'anonymous' });
  return new ApiError('invalid_signature', "X-Razorpay-Signature: is not the payment gateway's for these bytes");
}
