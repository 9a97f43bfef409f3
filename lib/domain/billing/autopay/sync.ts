import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import type { GatewayPayment } from '#lib/drivers/payments/gateway.ts';
import { endMandate, type GatewayMandate, mandateOf } from '#lib/drivers/payments/mandates.ts';
import { razorpay } from '#lib/drivers/payments/razorpay.ts';
import { getMandate, type MandateRecord, putMandate } from '#lib/store/billing/mandates.ts';
import { transact } from '#lib/store/platform/write.ts';
import { isOver } from './resource.ts';

const outOfTime = 'it was not authorised within 30 minutes';

/** Whether the time to authorise a mandate has passed without an authorisation. */
export const isOutOfTime = ({ status, failure_reason, authorize_until }: MandateRecord, now: Date): boolean =>
  status === 'rejected'
    ? failure_reason === outOfTime
    : status === 'pending_authorization' && authorize_until !== null && authorize_until <= rfc3339(now);

/**
 * Returns the mandate in the state that the gateway reports, or the same record when nothing changed. An authorisation
 * that came too late, or after the mandate had ended, is cancelled at the gateway, so that the payer is not debited.
 */
export async function sync(record: MandateRecord, now: Date): Promise<MandateRecord> {
  const authorizing = record.token_id === null ? await authorizingPaymentOf(record) : undefined;
  const token_id = record.token_id ?? authorizing?.token_id;
  const found = token_id && record.customer_id ? await mandateOf(record.customer_id, token_id) : undefined;
  if (record.status === 'pending_authorization') return applyDecision(record, found, authorizing?.at, now);
  if (isOver(record)) await endAtGateway(record, found);
  if (found?.status === 'cancelled' && (record.status === 'active' || record.status === 'paused')) {
    return ended(record, 'cancelled', 'it was cancelled at the bank', rfc3339(now));
  }
  return record;
}

type Found = GatewayMandate | undefined;

async function applyDecision(record: MandateRecord, found: Found, confirmedAt: Date | null | undefined, now: Date) {
  const at = rfc3339(now);
  if (found?.status === 'confirmed' && isInTime(record, confirmedAt)) {
    // Due at once: the balance may already be below the threshold.
    return { ...record, status: 'active' as const, token_id: found.id, due: at, updated_at: at };
  }
  if (found?.status === 'rejected') return ended(record, 'rejected', 'the bank rejected it', at);
  if (!isOutOfTime(record, now)) return record;
  await endAtGateway(record, found);
  return ended(record, 'rejected', outOfTime, at);
}

async function endAtGateway({ customer_id }: MandateRecord, found: Found): Promise<void> {
  if (customer_id && found?.status === 'confirmed') await endMandate(customer_id, found.id);
}

const ended = (record: MandateRecord, status: MandateRecord['status'], reason: string, at: string): MandateRecord => ({
  ...record,
  status,
  failure_reason: reason,
  debit: null,
  due: null,
  updated_at: at,
});

const isInTime = ({ authorize_until }: MandateRecord, at: Date | null | undefined): boolean =>
  authorize_until === null || !at || rfc3339(at) < authorize_until;

/** The payment that authorised the mandate or failed to: the last payment of its order that names a mandate. */
async function authorizingPaymentOf({ gateway_order_id }: MandateRecord): Promise<GatewayPayment | undefined> {
  if (!gateway_order_id) return undefined;
  const payments = await razorpay.paymentsOf(gateway_order_id);
  return payments.findLast(({ token_id }) => token_id);
}

/** Asks the gateway about an account's mandate, and stores what changed. */
export const syncAutopay = (account: string, now: Date): Promise<void> =>
  retryOnConflict(async () => {
    const record = await getMandate(account);
    if (!record) return;
    const next = await sync(record, now);
    if (next !== record) await transact([putMandate(record, next)]);
  });
