import { syncAutopay } from '#lib/domain/billing/autopay/sync.ts';
import { isSubscriptionRef, orderOfPayment, syncSubscription } from '#lib/domain/billing/subscriptions/sync.ts';
import type { PublicContext } from '#lib/domain/platform/context.ts';
import { systemContext } from '#lib/domain/platform/operations/system-context.ts';
import { type GatewayEvent, readEvent } from '#lib/drivers/payments/events.ts';
import type { GatewayPayment } from '#lib/drivers/payments/gateway.ts';
import { razorpay } from '#lib/drivers/payments/razorpay.ts';
import { isWebhook } from '#lib/drivers/payments/signatures.ts';
import { hashToken } from '#lib/drivers/tokens/opaque.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { platformAccount } from '#lib/model/platform/principal.ts';
import { getOrderRef, markSeen, type OrderRef, readEventOf } from '#lib/store/billing/orders.ts';
import { transact } from '#lib/store/platform/write.ts';
import { countFailure } from '#lib/store/requests/attempts.ts';
import { settleAsSystem } from './by-system.ts';
import { settlePayment } from './credit.ts';
import { settleRefund } from './refund.ts';
import { callGateway } from './resource.ts';

/** Seconds for which an event is known again: longer than a gateway repeats it. */
const rememberedSeconds = 7 * 24 * 3600;

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
  const { ref, seen } = await readEventOf(event.payment?.order_id ?? event.subject_id ?? 'none', key);
  if (ref) context.identify(systemContext(ref.account_id, context.now).principal);
  if (seen) return { received: true };
  await callGateway(() => accountFor(event, ref, context.now));
  await transact([markSeen(key, Math.floor(context.now.getTime() / 1000) + rememberedSeconds)]);
  return { received: true };
}

/** Acts on what an event is about, a mandate or a subscription, and on the payment in it, whoever's that turns out to be. */
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

/** All forgeries count together: whoever sends many may do so from as many addresses. */
const forgeryCounter = hashToken(JSON.stringify(['forged webhooks']));

/**
 * The 401 for a webhook that the gateway did not sign. Nothing of it is believed, so that no account can be named: it
 * stands in the platform's own audit log, the first five within 15 minutes, so that a flood costs no more.
 */
async function forgedWebhook(context: PublicContext): Promise<ApiError> {
  const isFlood = (await countFailure(forgeryCounter, Math.floor(context.now.getTime() / 1000))) !== undefined;
  const { principal } = systemContext(platformAccount, context.now);
  if (!isFlood) context.identify({ ...principal, id: 'anonymous', name: 'anonymous' });
  return new ApiError('invalid_signature', "X-Razorpay-Signature: is not the payment gateway's for these bytes");
}
