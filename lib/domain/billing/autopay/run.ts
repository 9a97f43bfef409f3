import { forEachDue } from '#lib/domain/platform/operations/for-each.ts';
import { civilNow, rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { dueMandates, getMandate, type MandateRecord, nextMandate, putMandate } from '#lib/store/billing/mandates.ts';
import { transact } from '#lib/store/platform/write.ts';
import { considerDebit } from './announce.ts';
import { performDebit } from './debit.ts';
import { syncAutopay } from './sync.ts';

/**
 * Handles every mandate that is due: it waits for authorisation, has a debit to perform or announce, or has expired.
 */
export async function runAutopay(): Promise<{ next_at: string | null }> {
  const now = civilNow();
  await forEachDue(dueMandates(rfc3339(now)), ({ account_id }) => runMandate(account_id, now));
  return { next_at: await nextMandate() };
}

async function runMandate(account: string, now: Date): Promise<void> {
  const record = await getMandate(account);
  if (!record?.due || record.due > rfc3339(now)) return;
  if (record.status === 'pending_authorization') return syncAutopay(account, now);
  if (record.debit) return performDebit(account, now);
  if (record.valid_until <= rfc3339(now)) return transact([putMandate(record, expired(record, now))]);
  await considerDebit(account, now);
}

const expired = (record: MandateRecord, now: Date): MandateRecord => ({
  ...record,
  status: 'expired',
  due: null,
  updated_at: rfc3339(now),
});
