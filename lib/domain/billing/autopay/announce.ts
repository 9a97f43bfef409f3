import { burnRate, lowRunway, runwayHours } from '#lib/domain/billing/metering/charge.ts';
import { effectsOf } from '#lib/domain/billing/metering/notices.ts';
import type { Notice } from '#lib/domain/billing/metering/standing.ts';
import { addTax } from '#lib/domain/billing/tax/gst.ts';
import { commitEffect } from '#lib/domain/platform/commit.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { rupees } from '#lib/model/billing/money.ts';
import { newId } from '#lib/model/platform/ids.ts';
import { istMonth, monthAfter, startOfMonth } from '#lib/model/platform/ist.ts';
import { type MandateRecord, postponeMandate, putMandate } from '#lib/store/billing/mandates.ts';
import { type BookRecord, readBook } from '#lib/store/billing/metering.ts';
import { getTax } from '#lib/store/billing/tax.ts';
import { transact, type Write } from '#lib/store/platform/write.ts';

/** Minimum milliseconds between the announcement of a debit and the debit (RBI e-mandate framework). */
const noticePeriod = 24 * 3_600_000;

export interface AnnouncedDebit {
  writes: Write[];
  notices: Notice[];
}

/** The earliest time of a mandate's next debit: 24 hours from now, and in a month that has had no debit. */
function debitAt({ cycle }: MandateRecord, now: Date): Date {
  const at = new Date(now.getTime() + noticePeriod);
  return cycle !== null && istMonth(at) <= cycle ? startOfMonth(monthAfter(cycle)) : at;
}

/**
 * Announces a debit when the balance is below the mandate's threshold or lasts less than 72 hours. Announces nothing
 * while an earlier debit is outstanding, or when the debit would exceed the mandate's maximum or its validity.
 */
export async function announceDebit(book: BookRecord, balance: number, now: Date): Promise<AnnouncedDebit> {
  const { mandate } = book;
  if (mandate?.status !== 'active' || mandate.debit) return { writes: [], notices: [] };
  const runway = runwayHours(balance, burnRate(book, now));
  const low = balance < mandate.threshold_paise || (runway !== null && runway < lowRunway);
  if (!low) return { writes: [], notices: [] };
  const { total_paise } = addTax(mandate.topup_amount_paise, await getTax(mandate.account_id));
  const at = rfc3339(debitAt(mandate, now));
  if (at >= mandate.valid_until || total_paise > mandate.max_amount_paise) return { writes: [], notices: [] };
  const { topup_amount_paise: amount_paise } = mandate;
  const debit = { order_id: newId('order', now), amount_paise, total_paise, at, status: 'notified' as const };
  const notice: Notice = {
    letter: { kind: 'mandate_notice', amount: rupees(total_paise), debit_at: timeText(at) },
    data: { mandate_id: mandate.id, amount_paise, total_paise, currency: 'INR', debit_at: at },
    message: `automatic top-up of ${rupees(total_paise)} on ${timeText(at)}`,
  };
  return {
    writes: [putMandate(mandate, { ...mandate, debit, due: at, updated_at: rfc3339(now) })],
    notices: [notice],
  };
}

/**
 * Announces a debit of a mandate that is due, if it needs one. Otherwise postpones the mandate until something changes
 * or it expires. Accounts without metered usage are not checked anywhere else.
 */
export const considerDebit = (account: string, now: Date): Promise<void> =>
  retryOnConflict(async () => {
    const book = await readBook(account);
    const { mandate, wallet } = book;
    const isDue = mandate?.due && mandate.due <= rfc3339(now) && !mandate.debit;
    if (!mandate || !wallet || !isDue) return;
    const { writes, notices } = await announceDebit(book, wallet.balance_paise, now);
    if (writes.length === 0) return transact([postponeMandate(mandate, mandate.valid_until)]);
    await commitEffect({ writes, ...(await effectsOf(account, notices)) });
  });

const timeFormat = new Intl.DateTimeFormat('en-IN', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'Asia/Kolkata',
});
const timeText = (at: string) => timeFormat.format(new Date(at));
