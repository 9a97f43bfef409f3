import { createHmac } from 'node:crypto';
import type { Book } from './book.ts';
import type { Courier } from './courier.ts';
import { cycled } from './cycles.ts';
import { type Entity, GatewayFault, newGatewayId, nowSeconds } from './entities.ts';
import type { GatewayKeys } from './keys.ts';
import { captured, failed } from './payments.ts';

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
      const { names, ...parts } = cycled(book.need('subscription', id), book, outcome === 'success');
      book.put(...Object.values(parts));
      await send(names, parts, webhooks);
      return proof(parts.payment, `${parts.payment.id}|${id}`);
    },
  };
}

function payable(order: Entity): Entity {
  if (order.status !== 'paid') return order;
  throw new GatewayFault('Payment already done for this order.', 'order_id');
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
