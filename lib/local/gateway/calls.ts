import type { Book } from './book.ts';
import type { Desk } from './desk.ts';
import { collection, type Entity, GatewayFault, newGatewayId, nowSeconds } from './entities.ts';
import { type Faults, uses } from './faults.ts';

// biome-ignore lint/suspicious/noExplicitAny: what a client sent
type Fields = Record<string, any>;

/** One call of Razorpay's API: the ids of its path, and its body or query. */
export type Call = (ids: string[], given: Fields) => object | Promise<object>;

/** The calls that the platform makes, by method and path below /v1; `:id` stands for an id. */
export function callsOf(desk: Desk, faults: Faults): Record<string, Call> {
  const { book } = desk;
  const show =
    (kind: string) =>
    ([id]: string[]) =>
      book.need(kind, id);
  return {
    'POST /orders': (_, given) => createOrder(book, given),
    'GET /orders': (_, given) => listed(book, 'order', given, 'receipt'),
    'GET /orders/:id': show('order'),
    'GET /orders/:id/payments': ([id]) =>
      collection(book.list('payment').filter(({ order_id }) => order_id === book.need('order', id).id)),
    'GET /payments': (_, given) => listed(book, 'payment', given),
    'GET /payments/:id': show('payment'),
    'POST /payments/:id/capture': ([id]) => captured(book.need('payment', id)),
    'POST /payments/:id/refund': ([id = ''], { amount }) =>
      desk.refund(id, amount && Number(amount), 1, { detached: true }),
    'POST /payments/create/recurring': (_, given) => debit(desk, faults, given),
    'GET /refunds': (_, given) => listed(book, 'refund', given),
    'GET /refunds/:id': show('refund'),
    'POST /customers': (_, given) => createCustomer(book, given),
    'GET /customers/:id': show('customer'),
    'GET /customers/:id/tokens': ([id]) =>
      collection(book.list('token').filter(({ customer_id }) => customer_id === book.need('customer', id).id)),
    'GET /customers/:id/tokens/:id': ([id, token]) => tokenOf(book, id, token),
    'DELETE /customers/:id/tokens/:id': ([id, token]) => {
      const found = tokenOf(book, id, token);
      book.put({ ...found, recurring: false, recurring_details: { status: 'cancelled' } });
      return { deleted: true };
    },
    'POST /plans': (_, given) => created(book, 'plan', { ...given, item: { ...given.item } }),
    'GET /plans/:id': show('plan'),
    'POST /subscriptions': (_, given) => createSubscription(book, given),
    'GET /subscriptions/:id': show('subscription'),
    'GET /invoices': (_, given) => listed(book, 'invoice', given, 'subscription_id'),
    'GET /invoices/:id': show('invoice'),
    'POST /subscriptions/:id/cancel': ([id], given) => cancelled(book, book.need('subscription', id), given),
  };
}

const prefixes: Record<string, string> = { order: 'order', customer: 'cust', token: 'token', plan: 'plan' };

function created(book: Book, kind: string, fields: Fields): Entity {
  const id = newGatewayId(prefixes[kind] ?? 'sub');
  const entity: Entity = { id, entity: kind, created_at: nowSeconds(), ...fields };
  book.put(entity);
  return entity;
}

/** With `unique_receipt` a second call with the same receipt returns the first order. */
function createOrder(book: Book, { unique_receipt, token, ...given }: Fields): Entity {
  const amount = Number(given.amount);
  const receipt = given.receipt === undefined ? null : String(given.receipt);
  checkOrder(amount, given.currency, receipt);
  const same = unique_receipt && receipt && book.list('order').find((order) => order.receipt === receipt);
  if (same) return same;
  if (token) book.need('customer', given.customer_id);
  const order = created(book, 'order', {
    notes: [],
    ...given,
    amount,
    amount_paid: 0,
    amount_due: amount,
    receipt,
    status: 'created',
    attempts: 0,
  });
  if (token) created(book, 'token', newToken(order, token));
  return order;
}

function checkOrder(amount: number, currency: unknown, receipt: string | null): void {
  if (!Number.isInteger(amount) || amount < 100)
    throw new GatewayFault('Order amount less than minimum amount allowed', 'amount');
  if (currency !== 'INR') throw new GatewayFault('Currency is not supported', 'currency');
  if (receipt && receipt.length > 40)
    throw new GatewayFault('The receipt may not be greater than 40 characters.', 'receipt');
}

/** The mandate that a customer authorises with an order's payment. */
const newToken = ({ id, method = 'upi', customer_id }: Fields, token: Fields): Fields => ({
  method,
  customer_id,
  order_id: id,
  max_amount: Number(token.max_amount),
  expired_at: token.expire_at ?? null,
  recurring: false,
  recurring_details: { status: 'initiated' },
});

function listed(book: Book, kind: string, { from, to, count = 10, skip = 0, ...where }: Fields, ...filters: string[]) {
  const matches = (entity: Entity) =>
    entity.created_at >= Number(from ?? 0) &&
    entity.created_at <= Number(to ?? Number.MAX_SAFE_INTEGER) &&
    filters.every((name) => where[name] === undefined || entity[name] === where[name]);
  const matching = book.list(kind).filter(matches);
  return collection(matching.slice(Number(skip), Number(skip) + Math.min(100, Number(count))));
}

function captured(payment: Entity): Entity {
  if (payment.status === 'captured') throw new GatewayFault('This payment has already been captured');
  throw new GatewayFault(`The payment status is ${payment.status}, not authorized`);
}

function createCustomer(book: Book, { fail_existing, ...given }: Fields): Entity {
  const same = book.list('customer').find(({ email, contact }) => email === given.email && contact === given.contact);
  if (same && fail_existing !== undefined && String(fail_existing) === '0') return same;
  if (same) throw new GatewayFault('Customer already exists for the merchant');
  return created(book, 'customer', { notes: [], ...given });
}

function tokenOf(book: Book, customer: unknown, id: unknown): Entity {
  const token = book.need('token', id);
  if (token.customer_id === book.need('customer', customer).id) return token;
  throw new GatewayFault('The id provided does not exist', 'id');
}

/** A debit under a mandate. It happens at once, since the merchant has announced it before. */
async function debit(desk: Desk, faults: Faults, given: Fields) {
  const { book } = desk;
  const token = tokenOf(book, given.customer_id, given.token);
  if (token.recurring_details.status !== 'confirmed') throw new GatewayFault('The token is not confirmed', 'token');
  if (Number(given.amount) > token.max_amount)
    throw new GatewayFault('The amount exceeds the maximum amount of the token', 'amount');
  const order = book.need('order', given.order_id);
  if (Number(given.amount) !== order.amount) throw new GatewayFault('The amount is not that of the order', 'amount');
  const outcome = uses(faults, 'decline_debits') ? 'failure' : 'success';
  const extra = { token_id: token.id, customer_id: token.customer_id, method: token.method };
  const proof = await desk.pay(order.id, outcome, 1, { extra, detached: true });
  return {
    razorpay_payment_id: proof.gateway_payment_id,
    razorpay_order_id: order.id,
    razorpay_signature: proof.gateway_signature,
  };
}

function createSubscription(book: Book, given: Fields): Entity {
  book.need('plan', given.plan_id);
  const total = Number(given.total_count ?? 1);
  return created(book, 'subscription', {
    ...given,
    status: 'created',
    quantity: 1,
    total_count: total,
    paid_count: 0,
    remaining_count: total,
    current_start: null,
    current_end: null,
    ended_at: null,
    charge_at: null,
    short_url: null,
    notes: given.notes ?? [],
  });
}

function cancelled(book: Book, subscription: Entity, given: Fields): Entity {
  if (['cancelled', 'completed', 'expired'].includes(subscription.status))
    throw new GatewayFault(`Subscription is not cancellable in ${subscription.status} status.`);
  const next = Number(given.cancel_at_cycle_end)
    ? { ...subscription, has_scheduled_changes: true, cancel_at_cycle_end: 1 }
    : { ...subscription, status: 'cancelled', ended_at: nowSeconds() };
  book.put(next);
  return next;
}
