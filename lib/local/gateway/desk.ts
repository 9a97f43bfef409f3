import { createHmac } from 'node:crypto';
import { civilNow } from '#lib/drivers/clocks/civil.ts';
import type { Book } from './book.ts';
import type { Courier } from './courier.ts';
import { type Entity, GatewayFault, newGatewayId } from './entities.ts';
import type { GatewayKeys } from './keys.ts';

/** What a payment has besides, and whether nobody waits until its webhooks were tried. */
interface Manner {
  extra?: object;
  detached?: boolean;
}

/** What customers, and the operator at the gateway's dashboard, do. Each answers once its webhooks were tried, unless detached. */
export interface Desk {
  book: Book;
  pay(order: string, outcome: 'success' | 'failure', webhooks: number, manner?: Manner): Promise<Proof>;
  refund(payment: string, amount: number | undefined, webhooks: number, manner?: Manner): Promise<Entity>;
  /** `mandate` is the token's id, or that of the order that authorises it. */
  decide(mandate: string, verdict: 'approve' | 'reject', webhooks: number): Promise<Proof>;
  /** The first or the next cycle of a subscription. */
  subscribe(subscription: string, outcome: 'success' | 'failure', webhooks: number): Promise<Proof>;
}

export interface Proof {
  gateway_payment_id: string;
  gateway_signature: string;
}

export const nowSeconds = (): number => Math.floor(civilNow().getTime() / 1000);

/** Opens the desk. */
export function openDesk(book: Book, courier: Courier, keys: GatewayKeys): Desk {
  const proof = (payment: Entity, text: string): Proof => ({
    gateway_payment_id: payment.id,
    gateway_signature: createHmac('sha256', keys.key_secret).update(text).digest('hex'),
  });
  const send = async (
    names: string[],
    parts: Record<string, Entity | undefined>,
    webhooks: number,
    detached = false,
  ) => {
    const sent = courier.send(names, parts, webhooks);
    if (!detached) await sent;
  };
  const settle = async (order: Entity, paid: boolean, webhooks: number, { extra = {}, detached }: Manner = {}) => {
    const { payment, order: next, names } = paid ? captured(order, extra) : failed(order, extra);
    book.put(payment, next);
    await send(names, { payment, order: next }, webhooks, detached);
    return proof(payment, `${order.id}|${payment.id}`);
  };
  return {
    book,
    pay: (id, outcome, webhooks, manner) =>
      settle(payable(book.need('order', id)), outcome === 'success', webhooks, manner),
    async refund(id, amount, webhooks, { detached } = {}) {
      const { payment, refund } = refunded(book.need('payment', id), amount);
      book.put(payment, refund);
      await send(['refund.created', 'refund.processed'], { refund, payment }, webhooks, detached);
      return refund;
    },
    async decide(id, verdict, webhooks) {
      const token = tokenOf(book, id);
      const order = payable(book.need('order', token.order_id));
      const status = verdict === 'approve' ? 'confirmed' : 'rejected';
      const decided = { ...token, recurring: status === 'confirmed', recurring_details: { status } };
      book.put(decided);
      const extra = { token_id: token.id, customer_id: token.customer_id, method: token.method };
      const proven = await settle(order, status === 'confirmed', webhooks, { extra });
      await send([`token.${status}`], { token: decided }, webhooks);
      return proven;
    },
    async subscribe(id, outcome, webhooks) {
      const { payment, subscription, names } = cycled(book.need('subscription', id), book, outcome === 'success');
      book.put(payment, subscription);
      await send(names, { subscription, payment }, webhooks);
      return proof(payment, `${payment.id}|${id}`);
    },
  };
}

function payable(order: Entity): Entity {
  if (order.status !== 'paid') return order;
  throw new GatewayFault('Payment already done for this order.', 'order_id');
}

/** A payment of an order, or of a subscription's cycle. */
const newPayment = (amount: number, status: string, extra: object): Entity => ({
  id: newGatewayId('pay'),
  entity: 'payment',
  amount,
  currency: 'INR',
  status,
  captured: status === 'captured',
  method: 'upi',
  amount_refunded: 0,
  refund_status: null,
  international: false,
  invoice_id: null,
  token_id: null,
  error_code: null,
  error_description: null,
  notes: [],
  created_at: nowSeconds(),
  ...extra,
});

function captured(order: Entity, extra: object) {
  const payment = newPayment(order.amount, 'captured', { order_id: order.id, ...extra });
  const next = { ...order, status: 'paid', amount_paid: order.amount, amount_due: 0, attempts: order.attempts + 1 };
  return { payment, order: next, names: ['payment.authorized', 'payment.captured', 'order.paid'] };
}

const declined = { error_code: 'BAD_REQUEST_ERROR', error_description: 'Payment was declined by the bank' };

function failed(order: Entity, extra: object) {
  const payment = newPayment(order.amount, 'failed', { order_id: order.id, ...declined, ...extra });
  return { payment, order: { ...order, status: 'attempted', attempts: order.attempts + 1 }, names: ['payment.failed'] };
}

function refunded(payment: Entity, amount: number | undefined) {
  const left = payment.amount - payment.amount_refunded;
  const asked = amount ?? left;
  if (payment.status !== 'captured' && payment.status !== 'refunded')
    throw new GatewayFault('The payment status should be captured for action to be taken');
  if (!Number.isInteger(asked) || asked < 100) throw new GatewayFault('The amount must be atleast INR 1.00', 'amount');
  if (asked > left)
    throw new GatewayFault('The total refund amount is greater than the refund payment amount', 'amount');
  const whole = asked === left;
  const next = {
    ...payment,
    amount_refunded: payment.amount_refunded + asked,
    refund_status: whole ? 'full' : 'partial',
    status: whole ? 'refunded' : payment.status,
  };
  const refund: Entity = {
    id: newGatewayId('rfnd'),
    entity: 'refund',
    amount: asked,
    currency: 'INR',
    payment_id: payment.id,
    status: 'processed',
    notes: [],
    receipt: null,
    created_at: nowSeconds(),
  };
  return { payment: next, refund };
}

function tokenOf(book: Book, id: string): Entity {
  const found = book.get(id);
  const token = found?.entity === 'order' ? book.list('token').find(({ order_id }) => order_id === id) : found;
  if (token?.entity !== 'token') throw new GatewayFault('The id provided does not exist', 'id');
  if (token.recurring_details.status === 'initiated') return token;
  throw new GatewayFault(`The token is ${token.recurring_details.status}`, 'token');
}

const month = 30 * 86_400;

function cycled(subscription: Entity, book: Book, paid: boolean) {
  if (['cancelled', 'completed', 'expired'].includes(subscription.status))
    throw new GatewayFault(`Subscription is in ${subscription.status} state`);
  const { item } = book.need('plan', subscription.plan_id);
  const link = { subscription_id: subscription.id };
  if (!paid) {
    const status = subscription.status === 'pending' ? 'halted' : 'pending';
    const payment = newPayment(item.amount, 'failed', { ...link, ...declined });
    return { payment, subscription: { ...subscription, status }, names: ['payment.failed', `subscription.${status}`] };
  }
  const first = subscription.paid_count === 0;
  const start = first ? nowSeconds() : subscription.current_end;
  const next = {
    ...subscription,
    status: 'active',
    paid_count: subscription.paid_count + 1,
    remaining_count: subscription.remaining_count - 1,
    current_start: start,
    current_end: start + month,
    charge_at: start + month,
  };
  const names = [...(first ? ['subscription.authenticated', 'subscription.activated'] : []), 'subscription.charged'];
  return { payment: newPayment(item.amount, 'captured', link), subscription: next, names };
}
