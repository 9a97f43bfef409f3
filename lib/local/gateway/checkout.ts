import { civilNow, rfc3339 } from '#lib/drivers/clocks/civil.ts';
import type { Desk, Proof } from './desk.ts';
import { type Entity, GatewayFault } from './entities.ts';
import type { Outcome } from './payments.ts';
import { tokenOfOrder } from './payments.ts';

/**
 * What a checkout page shows of an order, a mandate's order or a subscription: no secrets, and nothing about the
 * customer.
 */
export interface Checkout {
  id: string;
  kind: 'order' | 'mandate' | 'subscription';
  /** `open` can be paid; `rejected` is a declined mandate; `closed` an ended subscription. */
  status: 'open' | 'paid' | 'rejected' | 'closed';
  amount_paise: number;
  /** The merchant's name of an order. */
  receipt: string | null;
  /** The largest debit, and when debits end (RFC 3339). */
  mandate: { method: string; max_amount_paise: number; valid_until: string | null } | null;
  plan: string | null;
  /** Why the last payment failed: Razorpay's code and sentence. */
  failure: { reason: string | null; description: string } | null;
  /** The id of the payment that succeeded. */
  proof: Proof | null;
  /** The time of the civil clock, by which a page shows what has expired. */
  now: string;
}

/** The checkout of an order or a subscription, by the gateway's id; throws where there is neither. */
export function checkoutOf(desk: Desk, id: string): Checkout {
  const found = desk.book.get(id);
  const shown =
    found?.entity === 'subscription' ? ofSubscription(desk, found) : ofOrder(desk, desk.book.need('order', id));
  return { ...nothing, id, now: rfc3339(civilNow()), ...shown };
}

const nothing = { receipt: null, mandate: null, plan: null, failure: null, proof: null };

type Shown = Pick<Checkout, 'kind' | 'status' | 'amount_paise'> & Partial<Checkout>;

function ofOrder(desk: Desk, order: Entity): Shown {
  const token = tokenOfOrder(desk.book, order.id);
  const status = orderStatus(order, token);
  return {
    kind: token ? 'mandate' : 'order',
    status,
    amount_paise: order.amount,
    receipt: order.receipt,
    mandate: token ? mandateOf(token) : null,
    ...lastPayment(desk, order, status),
  };
}

/** A subscription's payment is that of its newest bill. */
function ofSubscription(desk: Desk, subscription: Entity): Shown {
  const { id, plan_id } = subscription;
  const { item } = desk.book.need('plan', plan_id);
  const bill = desk.book.list('invoice').find(({ subscription_id }) => subscription_id === id);
  const status = subscriptionStatus(subscription);
  return {
    kind: 'subscription',
    status,
    amount_paise: Number(item.amount),
    plan: item.name,
    ...(bill && lastPayment(desk, desk.book.need('order', bill.order_id), status, id)),
  };
}

function lastPayment({ book, proofOf }: Desk, order: Entity, status: Checkout['status'], subscription?: string) {
  const payments = book.list('payment').filter(({ order_id }) => order_id === order.id);
  const paid = status === 'paid' ? payments.find(({ captured }) => captured) : undefined;
  return { failure: payments[0] ? failureOf(payments[0]) : null, proof: paid ? proofOf(paid, subscription) : null };
}

/**
 * Carries out the customer's choice on a checkout page, once. Throws for an order that is already paid, rejected or
 * closed.
 */
export async function payCheckout(desk: Desk, id: string, outcome: Outcome): Promise<Checkout> {
  const { kind, status } = checkoutOf(desk, id);
  if (status !== 'open') throw new GatewayFault(`the ${kind} ${id} is ${status}; it cannot be paid`);
  await (kind === 'subscription' ? desk.subscribe : desk.pay)(id, outcome, 1);
  return checkoutOf(desk, id);
}

const failureOf = ({ error_reason, error_description }: Entity): Checkout['failure'] =>
  error_description ? { reason: error_reason ?? null, description: error_description } : null;

function subscriptionStatus({ status }: Entity): Checkout['status'] {
  if (['created', 'pending', 'halted'].includes(status)) return 'open';
  return ['authenticated', 'active'].includes(status) ? 'paid' : 'closed';
}

function orderStatus(order: Entity, token: Entity | undefined): Checkout['status'] {
  if (order.status === 'paid') return 'paid';
  return token && token.recurring_details.status !== 'initiated' ? 'rejected' : 'open';
}

const mandateOf = ({ method, max_amount, expired_at }: Entity): Checkout['mandate'] => ({
  method,
  max_amount_paise: max_amount,
  valid_until: expired_at === null ? null : rfc3339(new Date(Number(expired_at) * 1000)),
});
