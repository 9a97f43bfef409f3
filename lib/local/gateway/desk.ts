import { createHmac } from 'node:crypto';
import type { Book, GatewayKeys } from './book.ts';
import type { Courier } from './courier.ts';
import { chargeCycle } from './cycles.ts';
import { type Entity, GatewayFault, newGatewayId, nowSeconds } from './entities.ts';
import { captured, decideToken, failed, type Outcome, tokenOfOrder, undecidedToken } from './payments.ts';

/** A payment's further attributes, and whether the caller does not wait for its webhooks. */
interface PaymentOptions {
  extra?: object;
  detached?: boolean;
}

/**
 * The actions of customers, and of the operator at the gateway's dashboard. Each answers once its webhooks were tried,
 * unless it is detached.
 */
export interface Desk {
  book: Book;
  /**
   * Pays an order. The payment decides the mandate that the order authorises: confirmed where it succeeds, rejected
   * otherwise.
   */
  pay(order: string, outcome: Outcome, webhooks: number, options?: PaymentOptions): Promise<Proof>;
  refund(payment: string, amount: number | undefined, webhooks: number, options?: PaymentOptions): Promise<Entity>;
  /** Pays the order that authorises a mandate; `mandate` is the id of the token or of that order. */
  decide(mandate: string, verdict: 'approve' | 'reject', webhooks: number): Promise<Proof>;
  /** Pays the first or the next cycle of a subscription. */
  subscribe(subscription: string, outcome: Outcome, webhooks: number): Promise<Proof>;
  /** What a checkout returns for a payment of an order or of a subscription's cycle. */
  proofOf(payment: Entity, subscription?: string): Proof;
}

export interface Proof {
  gateway_payment_id: string;
  gateway_signature: string;
}

/** Makes the actions on this state. */
export function openDesk(book: Book, courier: Courier, keys: GatewayKeys): Desk {
  const proofOf = (payment: Entity, subscription?: string): Proof => {
    const text = subscription ? `${payment.id}|${subscription}` : `${payment.order_id}|${payment.id}`;
    const gateway_signature = createHmac('sha256', keys.key_secret).update(text).digest('hex');
    return { gateway_payment_id: payment.id, gateway_signature };
  };
  const send = async (
    names: string[],
    parts: Record<string, Entity | undefined>,
    webhooks: number,
    detached = false,
  ) => {
    const sent = courier.send(names, parts, webhooks);
    if (!detached) await sent;
  };
  const pay: Desk['pay'] = async (id, outcome, webhooks, { extra, detached } = {}) => {
    const due = unpaidOrder(book.need('order', id));
    const token = tokenOfOrder(book, id) && decideToken(undecidedToken(book, id), outcome);
    const given = token && { token_id: token.id, customer_id: token.customer_id, method: token.method };
    const { payment, order, names } = payOrder(due, outcome, { ...given, ...extra });
    book.put(payment, order, ...(token ? [token] : []));
    const events = token ? [...names, `token.${token.recurring_details.status}`] : names;
    await send(events, { payment, order, token }, webhooks, detached);
    return proofOf(payment);
  };
  return {
    book,
    proofOf,
    pay,
    decide: async (id, verdict, webhooks) =>
      pay(undecidedToken(book, id).order_id, verdict === 'approve' ? 'success' : 'failure', webhooks),
    async refund(id, amount, webhooks, { detached } = {}) {
      const { payment, refund } = refundPayment(book.need('payment', id), amount);
      book.put(payment, refund);
      await send(['refund.created', 'refund.processed'], { refund, payment }, webhooks, detached);
      return refund;
    },
    async subscribe(id, outcome, webhooks) {
      const { names, ...parts } = chargeCycle(book.need('subscription', id), book, outcome);
      book.put(...Object.values(parts));
      await send(names, parts, webhooks);
      return proofOf(parts.payment, id);
    },
  };
}

const payOrder = (order: Entity, outcome: Outcome, extra: object) =>
  outcome === 'success' ? captured(order, extra) : failed(order, outcome, extra);

function unpaidOrder(order: Entity): Entity {
  if (order.status !== 'paid') return order;
  throw new GatewayFault('Payment already done for this order.', 'order_id');
}

function refundPayment(payment: Entity, amount: number | undefined) {
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
