import type { Book } from './book.ts';
import { type Entity, GatewayFault, newGatewayId, nowSeconds } from './entities.ts';

/** How a customer's payment ends: it succeeds, the bank declines it, or the customer cancels it. */
export type Outcome = 'success' | 'failure' | 'cancel';

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
  error_source: null,
  error_step: null,
  error_reason: null,
  notes: [],
  created_at: nowSeconds(),
  ...extra,
});

/** A successful payment of an order, the order after it, and their events. */
export function captured(order: Entity, extra: object) {
  const payment = newPayment(order.amount, 'captured', { order_id: order.id, ...extra });
  const next = { ...order, status: 'paid', amount_paid: order.amount, amount_due: 0, attempts: order.attempts + 1 };
  return { payment, order: next, names: ['payment.authorized', 'payment.captured', 'order.paid'] };
}

/** What a failed payment shows (razorpay.com/docs/errors/payments). */
const errors = {
  failure: {
    error_code: 'BAD_REQUEST_ERROR',
    error_description: 'Payment was declined by the bank',
    error_source: 'bank',
    error_step: 'payment_authorization',
    error_reason: 'payment_declined',
  },
  cancel: {
    error_code: 'BAD_REQUEST_ERROR',
    error_description: 'Your payment has been cancelled. Try again or complete the payment later.',
    error_source: 'customer',
    error_step: 'payment_authentication',
    error_reason: 'payment_cancelled',
  },
};

/** A failed payment of an order. */
export function failed(order: Entity, outcome: keyof typeof errors, extra: object) {
  const payment = newPayment(order.amount, 'failed', { order_id: order.id, ...errors[outcome], ...extra });
  return { payment, order: { ...order, status: 'attempted', attempts: order.attempts + 1 }, names: ['payment.failed'] };
}

/** The token (a mandate) that this order's payment decides; undefined for an order that authorises none. */
export const tokenOfOrder = (book: Book, order: string): Entity | undefined =>
  book.list('token').find(({ order_id }) => order_id === order);

/** The undecided token with this id, or of the order with this id; throws where there is none, or it is decided. */
export function undecidedToken(book: Book, id: string): Entity {
  const found = book.get(id);
  const token = found?.entity === 'order' ? tokenOfOrder(book, id) : found;
  if (token?.entity !== 'token') throw new GatewayFault('The id provided does not exist', 'id');
  if (token.recurring_details.status === 'initiated') return token;
  throw new GatewayFault(`The token is ${token.recurring_details.status}`, 'token');
}

/** A token after its order's payment: confirmed where that succeeded, otherwise rejected for good. */
export function decideToken(token: Entity, outcome: Outcome): Entity {
  const status = outcome === 'success' ? 'confirmed' : 'rejected';
  return { ...token, recurring: status === 'confirmed', recurring_details: { status } };
}
