import { fresh } from '#lib/domain/context.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { mandateOf } from '#lib/drivers/payments/mandates.ts';
import { razorpay } from '#lib/drivers/payments/razorpay.ts';
import { getMandate, type MandateRecord, putMandate } from '#lib/store/mandates.ts';
import { transact } from '#lib/store/write.ts';

/** A mandate as the gateway says that it is; the same one where that says nothing new. */
export async function sync(record: MandateRecord, now: Date): Promise<MandateRecord> {
  const token_id = record.token_id ?? (await tokenOf(record));
  const found = token_id && record.customer_id ? await mandateOf(record.customer_id, token_id) : undefined;
  const pending = record.status === 'pending_authorization';
  const at = rfc3339(now);
  if (pending && found?.status === 'confirmed') {
    return { ...record, status: 'active', token_id: found.id, due: record.valid_until, updated_at: at };
  }
  if (pending && found?.status === 'rejected') return over(record, 'rejected', 'the bank rejected it', at);
  if (pending && record.authorize_until && record.authorize_until <= at) {
    return over(record, 'rejected', 'it was not authorised within 30 minutes', at);
  }
  if (found?.status === 'cancelled' && (record.status === 'active' || record.status === 'paused')) {
    return over(record, 'cancelled', 'it was cancelled at the bank', at);
  }
  return record;
}

const over = (record: MandateRecord, status: MandateRecord['status'], reason: string, at: string): MandateRecord => ({
  ...record,
  status,
  failure_reason: reason,
  debit: null,
  due: null,
  updated_at: at,
});

/** The mandate that the last payment of its order gave, or was refused. */
async function tokenOf({ gateway_order_id }: MandateRecord): Promise<string | undefined> {
  if (!gateway_order_id) return undefined;
  const payments = await razorpay.paymentsOf(gateway_order_id);
  return payments.findLast(({ token_id }) => token_id)?.token_id ?? undefined;
}

/** Asks the gateway about an account's mandate, and notes what it says. */
export const syncAutopay = (account: string, now: Date): Promise<void> =>
  fresh(async () => {
    const record = await getMandate(account);
    if (!record) return;
    const next = await sync(record, now);
    if (next !== record) await transact([putMandate(record, next)]);
  });
