import { type Entity, newGatewayId, nowSeconds } from './entities.ts';

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

/** An order's payment that brings its money, and the order as it then is, with the events that tell of it. */
export function captured(order: Entity, extra: object) {
  const payment = newPayment(order.amount, 'captured', { order_id: order.id, ...extra });
  const next = { ...order, status: 'paid', amount_paid: order.amount, amount_due: 0, attempts: order.attempts + 1 };
  return { payment, order: next, names: ['payment.authorized', 'payment.captured', 'order.paid'] };
}

const declined = { error_code: 'BAD_REQUEST_ERROR', error_description: 'Payment was declined by the bank' };

/** One that brings none. */
export function failed(order: Entity, extra: object) {
  const payment = newPayment(order.amount, 'failed', { order_id: order.id, ...declined, ...extra });
  return { payment, order: { ...order, status: 'attempted', attempts: order.attempts + 1 }, names: ['payment.failed'] };
}
