import { metersAt } from '#lib/domain/billing/metering/charge.ts';
import { perPaisa } from '#lib/model/billing/meter.ts';
import type { BookRecord } from '#lib/store/billing/metering.ts';

/** Hours of runway below which a balance is low: when autopay announces a debit (contract 3.10), and warnings begin. */
export const lowRunway = 72;

/** Paise that everything which costs at a moment costs in an hour. */
export function burnRate(book: Pick<BookRecord, 'meters' | 'marks'>, now: Date): number {
  const monthly = metersAt(book, Math.floor(now.getTime() / 1000)).reduce((sum, one) => sum + one.price_paise, 0);
  return Math.round((monthly * 3600) / perPaisa);
}

/** Hours that a balance lasts, to a tenth; null where nothing burns, 0 where it is used up. */
export const runwayHours = (balance: number, burn: number): number | null =>
  burn === 0 ? null : Math.max(0, Math.floor((balance * 10) / burn) / 10);
