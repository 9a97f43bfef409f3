import { lookAgain } from '#lib/domain/billing/autopay/resource.ts';
import { invoiceOf } from '#lib/domain/billing/invoices/make.ts';
import { liftSuspension } from '#lib/domain/billing/metering/standing.ts';
import { post } from '#lib/domain/billing/wallets/post.ts';
import { systemContext } from '#lib/domain/platform/operations/system-context.ts';
import { retryOnContention } from '#lib/domain/platform/retry.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import type { GatewayPayment } from '#lib/drivers/payments/gateway.ts';
import { newId } from '#lib/model/platform/ids.ts';
import { financialYear } from '#lib/model/platform/ist.ts';
import {
  changeOrder,
  type OrderRecord,
  type OrderRef,
  type PostingInputs,
  readForPosting,
  saveMismatch,
} from '#lib/store/billing/orders.ts';
import type { WalletRecord } from '#lib/store/billing/wallets.ts';
import type { Write } from '#lib/store/platform/write.ts';
import { writeAudit } from '#lib/store/requests/audit.ts';
import { isOpen } from './resource.ts';

/** The result of a settlement: the changed order, and the writes of one transaction. */
export interface Settlement {
  order: OrderRecord;
  writes: Write[];
}

/** How a payment was settled. */
export interface Verdict {
  outcome: 'credited' | 'credited before' | 'not paid' | 'mismatch' | 'unknown order';
  order?: OrderRecord;
}

/**
 * Settles a payment of an order as the gateway reports it. A successful payment credits the wallet and makes the
 * invoice once, however often it is reported. A payment of an expired order also counts, since the money was received.
 * A payment whose amount differs from the order's is refused and recorded. `commit` commits the settlement; `read` is
 * what the caller has already read.
 */
export function settlePayment(
  ref: OrderRef,
  payment: GatewayPayment,
  now: Date,
  commit: (settlement: Settlement) => Promise<unknown>,
  read?: PostingInputs,
): Promise<Verdict> {
  let had = read;
  return retryOnContention(async () => {
    const posture = had ?? (await readForPosting(ref, 'invoice', financialYear(now)));
    const { order, wallet, last } = posture;
    had = undefined;
    if (!order || !wallet) return { outcome: 'unknown order' };
    if (order.payments.some(({ id }) => id === payment.id)) return { outcome: 'credited before', order };
    if (!fits(order, payment)) {
      await refuseMismatch(order, payment, now);
      return { outcome: 'mismatch', order };
    }
    if (payment.status !== 'captured' && payment.status !== 'refunded') return tried(order, payment, now, commit);
    const settlement = credited(order, wallet, payment, last, now);
    settlement.writes.push(...liftSuspension(posture, order.amount_paise, now), ...lookAgain(posture.mandate, now));
    await commit(settlement);
    return { outcome: 'credited', order: settlement.order };
  });
}

const fits = (order: OrderRecord, payment: GatewayPayment): boolean =>
  payment.order_id === order.gateway_order_id &&
  payment.amount_paise === order.total_paise &&
  payment.currency === 'INR';

/** Records a failed payment on an order that is still open. */
async function tried(
  order: OrderRecord,
  { failure }: GatewayPayment,
  now: Date,
  commit: (settlement: Settlement) => Promise<unknown>,
): Promise<Verdict> {
  if (!isOpen(order) || (order.status === 'attempted' && order.status_reason === failure))
    return { outcome: 'not paid', order };
  const change = { status: 'attempted' as const, status_reason: failure, updated_at: rfc3339(now) };
  const { order: next, write } = changeOrder(order, change);
  await commit({ order: next, writes: [write] });
  return { outcome: 'not paid', order: next };
}

function credited(
  order: OrderRecord,
  wallet: WalletRecord,
  payment: GatewayPayment,
  last: number,
  now: Date,
): Settlement {
  const { invoice, writes } = invoiceOf(order, last, now);
  const at = rfc3339(now);
  const paid = { id: payment.id, invoice_id: invoice.id, paid_at: at, refunded_paise: 0 };
  const { order: next, write } = changeOrder(order, {
    status: order.status === 'refunded' ? 'refunded' : 'paid',
    status_reason: null,
    payments: [...order.payments, paid],
    next_check_at: null,
    updated_at: at,
  });
  const { total_paise, amount_paise } = order;
  const posted = post(
    wallet,
    {
      source: `payment#${payment.id}`,
      type: 'topup',
      description: `${order.purpose ?? 'top-up'} ${payment.id}, invoice ${invoice.number}`,
      order_id: order.id,
      invoice_id: invoice.id,
      lines: [
        { account: 'gateway', amount_paise: -total_paise },
        { account: 'wallet', amount_paise },
        { account: 'gst_payable', amount_paise: total_paise - amount_paise },
      ],
    },
    now,
  );
  return { order: next, writes: [write, ...posted.writes, ...writes] };
}

/**
 * Records a payment that does not match its order, once, in the account's audit log and for operators. Nothing is
 * credited.
 */
export function refuseMismatch(order: OrderRecord, payment: GatewayPayment, now: Date): Promise<void> {
  const at = rfc3339(now);
  const paid = `${payment.amount_paise} paise ${payment.currency} for ${payment.order_id}`;
  const ordered = `${order.id} (${order.total_paise} paise INR for ${order.gateway_order_id})`;
  const what = `${payment.id}: ${paid} does not match order ${ordered}`;
  const entry = writeAudit({
    id: newId('log', now),
    account_id: order.account_id,
    at,
    actor: { type: 'root', id: 'system', name: order.gateway, access_key_id: null },
    service: 'auth',
    method: 'POST',
    path: `/auth/billing/orders/${order.id}`,
    action: 'billing:CreateTopup',
    resource: `srn:billing::${order.account_id}:order/${order.id}`,
    status: 409,
    request_id: newId('request', now),
    source_ip: '',
    user_agent: payment.id,
    idempotency_replayed: false,
  });
  return saveMismatch(order.account_id, payment.id, { found_at: at, findings: [what] }, [entry]);
}

/** Commits settlements for an account outside of its own requests: from a webhook or a scheduled task. */
export const settleAsSystem =
  (account: string, now: Date) =>
  async ({ order, writes }: Settlement): Promise<void> => {
    await systemContext(account, now).commit({ writes, reply: order });
  };
