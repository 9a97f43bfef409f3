import type { Book } from './book.ts';
import { type Entity, GatewayFault, newGatewayId, nowSeconds } from './entities.ts';
import { captured, failed, type Outcome } from './payments.ts';

const month = 30 * 86_400;

/**
 * The result of a subscription's payment for its next cycle. As at Razorpay, a cycle has an order and an invoice of the
 * gateway, and a failed one is tried again with the same.
 */
export function chargeCycle(subscription: Entity, book: Book, outcome: Outcome) {
  if (['cancelled', 'completed', 'expired'].includes(subscription.status))
    throw new GatewayFault(`Subscription is in ${subscription.status} state`);
  const { order: due, invoice: open } = dueBill(subscription, book);
  const link = { invoice_id: open.id };
  if (outcome !== 'success') {
    const { payment, order, names } = failed(due, outcome, link);
    const status = failedStatus(subscription);
    const events = status === subscription.status ? names : [...names, `subscription.${status}`];
    return { payment, order, invoice: open, subscription: { ...subscription, status }, names: events };
  }
  const { payment, order, names } = captured(due, link);
  const invoice = { ...open, status: 'paid', payment_id: payment.id, amount_paid: open.amount, amount_due: 0 };
  const events = [...names, 'invoice.paid', ...activationEvents(subscription), 'subscription.charged'];
  return { payment, order, invoice, subscription: afterCharge(subscription), names: events };
}

/**
 * A subscription whose first payment failed has not begun, and waits for another payment; later cycles are tried again
 * once.
 */
function failedStatus({ paid_count, status }: Entity): string {
  if (paid_count === 0) return status;
  return status === 'active' ? 'pending' : 'halted';
}

/** The events of a payment that activates a subscription. */
function activationEvents({ paid_count, status }: Entity): string[] {
  if (paid_count === 0) return ['subscription.authenticated', 'subscription.activated'];
  return status === 'active' ? [] : ['subscription.activated'];
}

function afterCharge(subscription: Entity): Entity {
  const start = subscription.paid_count === 0 ? nowSeconds() : subscription.current_end;
  return {
    ...subscription,
    status: 'active',
    paid_count: subscription.paid_count + 1,
    remaining_count: subscription.remaining_count - 1,
    current_start: start,
    current_end: start + month,
    charge_at: start + month,
  };
}

/** The order and invoice of the cycle that is due. */
function dueBill({ id, plan_id }: Entity, book: Book): { order: Entity; invoice: Entity } {
  const isOpen = (one: Entity) => one.subscription_id === id && one.status === 'issued';
  const open = book.list('invoice').find(isOpen);
  if (open) return { order: book.need('order', open.order_id), invoice: open };
  const { amount, currency } = book.need('plan', plan_id).item;
  const money = { amount: Number(amount), amount_paid: 0, amount_due: Number(amount), currency };
  const created_at = nowSeconds();
  const rest = { status: 'created', attempts: 0, receipt: null, notes: [], created_at };
  const order = { id: newGatewayId('order'), entity: 'order', ...money, ...rest };
  const to = { subscription_id: id, order_id: order.id, payment_id: null };
  return {
    order,
    invoice: { id: newGatewayId('inv'), entity: 'invoice', ...money, ...to, status: 'issued', created_at },
  };
}
