import { customerOf, debitMandate, endMandate, mandateOf, orderMandate } from '#lib/drivers/payments/mandates.ts';
import { razorpay } from '#lib/drivers/payments/razorpay.ts';
import {
  chargesOf,
  createPlan,
  createSubscription,
  endSubscription,
  subscriptionOf,
  subscriptionOfInvoice,
} from '#lib/drivers/payments/subscriptions.ts';

/** Everything of a list. */
export async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

/** A list in Razorpay's shape. */
export const list = (...items: object[]) => ({ entity: 'collection', count: items.length, items });
/** An order as Razorpay sends it. */
export const order = { id: 'order_1', receipt: 'ord-1', status: 'created', amount: 11_800 };
const payment = { id: 'pay_1', order_id: 'order_1', status: 'authorized', amount: 11_800, currency: 'INR' };
const paid = {
  id: 'pay_1',
  order_id: 'order_1',
  status: 'authorized' as const,
  amount_paise: 11_800,
  currency: 'INR',
  token_id: null,
  invoice_id: null,
  failure: null,
  at: null,
};
const subscription = { id: 'sub_1', status: 'active', current_start: 1, current_end: 2 };
const [from, to] = [new Date(1_800_000_000_500), new Date(1_800_000_100_000)];
const mandate = {
  receipt: 'man-1',
  customer: 'cust_1',
  method: 'enach' as const,
  max_amount_paise: 1_500_000,
  valid_until: 1_900_000_000,
};
const debit = { order: 'order_1', customer: 'cust_1', token: 'token_1', amount_paise: 100, email: 'a@example.com' };
/** An invoice of a cycle that was paid. */
export const charge = { status: 'paid', order_id: 'order_1', payment_id: 'pay_1' };
export const notes = { account_id: 'acc-1' };

/**
 * Each call of the driver: its name, the call, the request as Razorpay documents it, a reply, and the driver's result.
 */
export const calls: [string, () => Promise<unknown>, string, object | null, object, unknown][] = [
  [
    'an order',
    () => razorpay.createOrder({ receipt: 'ord-1', amount_paise: 11_800, notes }),
    'POST /v1/orders',
    { amount: 11_800, currency: 'INR', receipt: 'ord-1', notes, payment_capture: true, unique_receipt: true },
    order,
    { id: 'order_1', receipt: 'ord-1', status: 'created', amount_paise: 11_800 },
  ],
  ['a payment', () => razorpay.payment('pay_1'), 'GET /v1/payments/pay_1', null, payment, paid],
  [
    'the payments of an order',
    () => razorpay.paymentsOf('order_1'),
    'GET /v1/orders/order_1/payments',
    null,
    list(payment),
    [paid],
  ],
  [
    'a capture',
    () => razorpay.capture(paid),
    'POST /v1/payments/pay_1/capture',
    { amount: 11_800, currency: 'INR' },
    { ...payment, status: 'captured' },
    { ...paid, status: 'captured' },
  ],
  [
    'refunds',
    () => all(razorpay.refunds(from, to)),
    'GET /v1/refunds?from=1800000000&to=1800000100&count=100&skip=0',
    null,
    list({ id: 'rfnd_1', payment_id: 'pay_1', status: 'processed', amount: 5 }),
    [{ id: 'rfnd_1', payment_id: 'pay_1', status: 'processed', amount_paise: 5 }],
  ],
  [
    'a customer',
    () => customerOf('a@example.com', 'Asha'),
    'POST /v1/customers',
    { email: 'a@example.com', name: 'Asha', fail_existing: 0 },
    { id: 'cust_1' },
    'cust_1',
  ],
  [
    'a mandate’s order',
    () => orderMandate(mandate),
    'POST /v1/orders',
    {
      amount: 100,
      currency: 'INR',
      receipt: 'man-1',
      unique_receipt: true,
      payment_capture: true,
      method: 'emandate',
      customer_id: 'cust_1',
      token: { max_amount: 1_500_000, expire_at: 1_900_000_000, frequency: 'as_presented' },
    },
    order,
    'order_1',
  ],
  [
    'a mandate',
    () => mandateOf('cust_1', 'token_1'),
    'GET /v1/customers/cust_1/tokens/token_1',
    null,
    { id: 'token_1', recurring_details: { status: 'confirmed' } },
    { id: 'token_1', status: 'confirmed' },
  ],
  [
    'a mandate’s end',
    () => endMandate('cust_1', 'token_1'),
    'DELETE /v1/customers/cust_1/tokens/token_1',
    null,
    { deleted: true },
    undefined,
  ],
  [
    'a debit',
    () => debitMandate(debit),
    'POST /v1/payments/create/recurring',
    {
      email: 'a@example.com',
      contact: '',
      amount: 100,
      currency: 'INR',
      order_id: 'order_1',
      customer_id: 'cust_1',
      token: 'token_1',
      recurring: true,
      description: 'Automatic top-up',
    },
    { razorpay_payment_id: 'pay_1' },
    undefined,
  ],
  [
    'a plan',
    () => createPlan('standard', 58_882),
    'POST /v1/plans',
    { period: 'monthly', interval: 1, item: { name: 'standard', amount: 58_882, currency: 'INR' } },
    { id: 'plan_1' },
    'plan_1',
  ],
  [
    'a subscription',
    () => createSubscription('plan_1', notes),
    'POST /v1/subscriptions',
    { plan_id: 'plan_1', total_count: 120, customer_notify: 0, notes },
    { id: 'sub_1', status: 'created' },
    { id: 'sub_1', status: 'created', current_start: null, current_end: null },
  ],
  ['one as it stands', () => subscriptionOf('sub_1'), 'GET /v1/subscriptions/sub_1', null, subscription, subscription],
  [
    'its end with its period',
    () => endSubscription('sub_1', true),
    'POST /v1/subscriptions/sub_1/cancel',
    { cancel_at_cycle_end: 1 },
    subscription,
    subscription,
  ],
  [
    'its end at once',
    () => endSubscription('sub_1', false),
    'POST /v1/subscriptions/sub_1/cancel',
    null,
    subscription,
    subscription,
  ],
  [
    'its charges',
    () => all(chargesOf('sub_1')),
    'GET /v1/invoices?subscription_id=sub_1&count=100&skip=0',
    null,
    list(charge, { ...charge, status: 'issued' }, { ...charge, payment_id: null }),
    [[{ order_id: 'order_1', payment_id: 'pay_1' }]],
  ],
  [
    'the subscription of an invoice',
    () => subscriptionOfInvoice('inv_1'),
    'GET /v1/invoices/inv_1',
    null,
    { subscription_id: 'sub_1' },
    'sub_1',
  ],
];
