import { lookAgain } from '#lib/domain/billing/autopay/resource.ts';
import { creditNoteOf } from '#lib/domain/billing/invoices/make.ts';
import { post } from '#lib/domain/billing/wallets/post.ts';
import { retryOnContention } from '#lib/domain/platform/retry.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import type { GatewayPayment, GatewayRefund } from '#lib/drivers/payments/gateway.ts';
import { financialYear } from '#lib/model/platform/ist.ts';
import {
  type CreditedPayment,
  changeOrder,
  type OrderRecord,
  type OrderRef,
  readForPosting,
} from '#lib/store/billing/orders.ts';
import type { WalletRecord } from '#lib/store/billing/wallets.ts';
import { refuseMismatch, type Settlement, settlePayment, type Verdict } from './credit.ts';

/**
 * Settles a refund that the gateway made, once: debits the wallet by the amount credited for that part, below zero if
 * it has been spent, and makes a credit note. A payment that has not been settled yet is credited first.
 */
export async function settleRefund(
  ref: OrderRef,
  refund: GatewayRefund,
  payment: GatewayPayment,
  now: Date,
  commit: (settlement: Settlement) => Promise<unknown>,
): Promise<Verdict> {
  const { outcome } = await settlePayment(ref, payment, now, commit);
  if (!outcome.startsWith('credited') || refund.status !== 'processed') return { outcome };
  return retryOnContention(async () => {
    const { order, wallet, last, mandate } = await readForPosting(ref, 'credit_note', financialYear(now));
    const paid = order?.payments.find(({ id }) => id === refund.payment_id);
    if (!order || !wallet || !paid) return { outcome: 'unknown order' };
    if (order.refunds.includes(refund.id)) return { outcome: 'credited before', order };
    if (refund.amount_paise > order.total_paise - paid.refunded_paise) {
      await refuseMismatch(order, { ...payment, id: refund.id, amount_paise: refund.amount_paise }, now);
      return { outcome: 'mismatch', order };
    }
    const settlement = refunded(order, paid, wallet, refund, last, now);
    settlement.writes.push(...lookAgain(mandate, now));
    await commit(settlement);
    return { outcome: 'credited', order: settlement.order };
  });
}

function refunded(
  order: OrderRecord,
  paid: CreditedPayment,
  wallet: WalletRecord,
  refund: GatewayRefund,
  last: number,
  now: Date,
): Settlement {
  const { invoice, writes } = creditNoteOf(order, paid, refund.amount_paise, last, now);
  const refunded_paise = paid.refunded_paise + refund.amount_paise;
  const payments = order.payments.map((one) => (one.id === paid.id ? { ...one, refunded_paise } : one));
  const isWhole = payments.every((one) => one.refunded_paise === order.total_paise);
  const { order: next, write } = changeOrder(order, {
    status: isWhole ? 'refunded' : order.status,
    payments,
    refunds: [...order.refunds, refund.id],
    updated_at: rfc3339(now),
  });
  const posted = post(
    wallet,
    {
      source: `refund#${refund.id}`,
      type: 'refund',
      description: `refund ${refund.id} of ${paid.id}, credit note ${invoice.number}`,
      order_id: order.id,
      invoice_id: invoice.id,
      lines: [
        { account: 'wallet', amount_paise: -invoice.taxable_paise },
        { account: 'gst_payable', amount_paise: invoice.taxable_paise - refund.amount_paise },
        { account: 'gateway', amount_paise: refund.amount_paise },
      ],
    },
    now,
  );
  return { order: next, writes: [write, ...posted.writes, ...writes] };
}
