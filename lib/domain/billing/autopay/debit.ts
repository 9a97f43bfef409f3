import { settleAsSystem, settlePayment } from '#lib/domain/billing/topups/credit.ts';
import { newOrder, type Payer, payerOf } from '#lib/domain/billing/topups/new-order.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { type GatewayPayment, GatewayRefusal, GatewayUnknown } from '#lib/drivers/payments/gateway.ts';
import { debitMandate } from '#lib/drivers/payments/mandates.ts';
import { razorpay } from '#lib/drivers/payments/razorpay.ts';
import { rupees } from '#lib/model/billing/money.ts';
import { istMonth } from '#lib/model/platform/ist.ts';
import { srn } from '#lib/model/platform/principal.ts';
import { type Debit, getMandate, type MandateRecord, putMandate } from '#lib/store/billing/mandates.ts';
import { createOrder, getOrder, type OrderRecord } from '#lib/store/billing/orders.ts';
import type { Announcement } from '#lib/store/platform/activity.ts';
import { transact } from '#lib/store/platform/write.ts';
import { dueWithoutDebit } from './resource.ts';
import { sync } from './sync.ts';

/** Milliseconds until the gateway is asked again about a debit whose outcome is unknown. */
const retryDelay = 10 * 60_000;

/** Consecutive failed debits that end a mandate. */
const maxFailures = 3;

/**
 * Performs the debit that an account's mandate has announced: creates the order, debits the mandate and credits the
 * payment. When the outcome is unknown, the next run asks the gateway. The gateway pays an order only once, however
 * often it is asked.
 */
export async function performDebit(account: string, now: Date): Promise<void> {
  const record = await getMandate(account);
  const payer = await payerOf(account);
  if (!record?.debit || !payer) return;
  const order = (await getOrder(account, record.debit.order_id)) ?? (await begin(record, record.debit, payer, now));
  if (!order) return;
  const outcome = await paymentOf(order, record, payer.user.email);
  if (outcome === 'unknown') return;
  await end(account, order, outcome, now);
}

/**
 * Creates the order and marks the debit as in progress. Throws Stale when another run did so, or the mandate was
 * paused.
 */
async function begin(record: MandateRecord, debit: Debit, payer: Payer, now: Date): Promise<OrderRecord | undefined> {
  const order = await newOrder(debit.order_id, payer, debit.amount_paise, now);
  const due = rfc3339(new Date(now.getTime() + retryDelay));
  const next: MandateRecord = { ...record, debit: { ...debit, status: 'processing' }, due, updated_at: rfc3339(now) };
  await transact([...createOrder(order), putMandate(record, next)]);
  return order;
}

/** Returns the payment that ended the debit, the text of the gateway's refusal, or `unknown`. */
async function paymentOf(
  { gateway_order_id: order, total_paise: amount_paise }: OrderRecord,
  { customer_id, token_id }: MandateRecord,
  email: string,
): Promise<GatewayPayment | string | 'unknown'> {
  const before = await razorpay.paymentsOf(order);
  if (before.length > 0) return settled(before);
  try {
    await debitMandate({ order, customer: customer_id ?? '', token: token_id ?? '', amount_paise, email });
  } catch (error) {
    if (error instanceof GatewayUnknown) return 'unknown';
    if (error instanceof GatewayRefusal) return `refused: ${error.message}`;
    throw error;
  }
  return settled(await razorpay.paymentsOf(order));
}

/**
 * Returns the successful payment, or else the last failed one. While a payment is in progress the outcome is `unknown`.
 */
function settled(payments: readonly GatewayPayment[]): GatewayPayment | 'unknown' {
  const paid = payments.find(({ status }) => status === 'captured' || status === 'refunded');
  if (paid) return paid;
  const open = payments.some(({ status }) => status === 'created' || status === 'authorized');
  return open ? 'unknown' : (payments.at(-1) ?? 'unknown');
}

/** Credits the payment or counts the failure, and clears the mandate's debit. */
async function end(account: string, order: OrderRecord, outcome: GatewayPayment | string, now: Date): Promise<void> {
  const payment = typeof outcome === 'string' ? undefined : outcome;
  if (payment) {
    const ref = { account_id: account, order_id: order.id };
    await settlePayment(ref, payment, now, settleAsSystem(account, now));
  }
  const paid = payment?.status === 'captured' || payment?.status === 'refunded';
  const reason = payment ? (payment.failure ?? 'the bank declined it') : String(outcome);
  await retryOnConflict(async () => {
    const record = await getMandate(account);
    if (record?.debit?.order_id !== order.id) return;
    const next = paid ? succeeded(record, now) : failed(await sync(record, now), reason, now);
    await transact([putMandate(record, next)], { announcements: paid ? [] : [refusedDebit(next, order, reason)] });
  });
}

/** The event of a failed debit that does not end its mandate. */
const refusedDebit = ({ account_id, id, status }: MandateRecord, order: OrderRecord, reason: string): Announcement => ({
  account_id,
  type: 'autopay.failed',
  resource: srn('billing', account_id, `mandate/${id}`),
  status,
  message: `automatic top-up of ${rupees(order.total_paise)} failed: ${reason}`,
  data: {
    mandate_id: id,
    order_id: order.id,
    amount_paise: order.amount_paise,
    total_paise: order.total_paise,
    reason,
  },
});

const succeeded = (record: MandateRecord, now: Date): MandateRecord => ({
  ...record,
  debit: null,
  cycle: istMonth(now),
  failures: 0,
  failure_reason: null,
  due: dueWithoutDebit(record, now),
  updated_at: rfc3339(now),
});

/** Counts a failed debit. The third consecutive failure ends the mandate (contract 3.10). */
function failed(record: MandateRecord, reason: string, now: Date): MandateRecord {
  const failures = record.failures + 1;
  const ended = failures >= maxFailures && record.status === 'active';
  return {
    ...record,
    debit: null,
    failures,
    failure_reason: record.status === 'cancelled' ? record.failure_reason : reason,
    status: ended ? 'failed' : record.status,
    due: ended || record.status === 'cancelled' ? null : dueWithoutDebit(record, now),
    updated_at: rfc3339(now),
  };
}
