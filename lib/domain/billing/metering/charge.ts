import { applyMark, costIn, type Mark, type Meter, perPaisa, type Service } from '#lib/model/billing/meter.ts';
import { istDay, istMonth, nextIstDay } from '#lib/model/platform/ist.ts';
import type { BookRecord, SpendRecord } from '#lib/store/billing/metering.ts';

/** The charge for a period within one day (IST). */
export interface Charge {
  /** Epoch seconds. */
  from: number;
  to: number;
  paise: number;
  /** The month's spend, this charge included. */
  spend: SpendRecord;
}

const at = (seconds: number) => new Date(seconds * 1000);

/** The meters at a moment (epoch seconds), with every mark up to then applied. */
export function metersAt({ meters, marks }: Pick<BookRecord, 'meters' | 'marks'>, moment: number): Meter[] {
  const counted = new Map(meters);
  for (const mark of marks) {
    if (mark.at <= moment) counted.set(mark.resource, applyMark(counted.get(mark.resource), mark));
  }
  return [...counted.values()];
}

export const emptySpend = (account_id: string, month: string): SpendRecord => ({
  account_id,
  month,
  by_service: {},
  days: {},
  gone: {},
});

/** The first second that has not been charged. Time before the first mark is free. */
function firstUncharged({ metering, meters, marks }: BookRecord, now: number): number {
  const first = marks.reduce((least: number, mark: Mark) => Math.min(least, mark.at), now);
  const running = [...meters.values()].some(({ price_paise }) => price_paise > 0);
  if (!metering) return first;
  return running ? metering.through : Math.max(metering.through, first);
}

/**
 * The next charge of an account up to `now` (epoch seconds), or to the end of the day (IST) in which it begins. The
 * amount is the cost of the month so far minus what has been charged for it, so the next charge makes up for late marks
 * and fractions of a paisa.
 */
export function nextCharge(account: string, book: BookRecord, now: number): Charge {
  const from = firstUncharged(book, now);
  const to = Math.max(from, Math.min(now, nextIstDay(at(from)).getTime() / 1000));
  const month = istMonth(at(from));
  const old = book.spends.get(month) ?? emptySpend(account, month);
  const by_service = sums(metersAt(book, to), month, to, old.gone);
  const paise = total(by_service) - total(old.by_service);
  const days = paise === 0 ? {} : daysWith(old, istDay(at(from)).slice(8), by_service);
  return { from, to, paise, spend: { ...old, by_service, ...days } };
}

/** The spend by days of the month, after the increase in the cost of the services is added to `day`. */
function daysWith(old: SpendRecord, day: string, by_service: SpendRecord['by_service']) {
  const { days, day_services = {} } = old;
  const split = { ...day_services[day] };
  for (const [service, paise = 0] of Object.entries(by_service) as [Service, number | undefined][]) {
    const more = paise - (old.by_service[service] ?? 0);
    if (more !== 0) split[service] = (split[service] ?? 0) + more;
  }
  const paise = total(by_service) - total(old.by_service);
  return {
    days: { ...days, [day]: (days[day] ?? 0) + paise },
    day_services: { ...day_services, [day]: split },
  };
}

/**
 * The cost of a month up to `at` (epoch seconds), by service, in paise. `gone` is the cost of deleted resources,
 * whose meters are removed.
 */
export function sums(
  meters: readonly Meter[],
  month: string,
  at: number,
  gone: SpendRecord['gone'],
): SpendRecord['by_service'] {
  const costs: Partial<Record<Service, number>> = { ...gone };
  for (const meter of meters) costs[meter.service] = (costs[meter.service] ?? 0) + costIn(meter, month, at);
  return costs;
}

export const total = (costs: Partial<Record<Service, number>>): number =>
  Object.values(costs).reduce((sum, paise) => sum + paise, 0);

/** Hours of runway below which a balance is low. Autopay then announces a debit (contract 3.10). */
export const lowRunway = 72;

/** The cost of one hour, in paise, of everything that is metered at a moment. */
export function burnRate(book: Pick<BookRecord, 'meters' | 'marks'>, now: Date): number {
  const monthly = metersAt(book, Math.floor(now.getTime() / 1000)).reduce((sum, one) => sum + one.price_paise, 0);
  return Math.round((monthly * 3600) / perPaisa);
}

/** Hours that a balance lasts, rounded down to a tenth: null when nothing is charged, 0 when nothing is left. */
export const runwayHours = (balance: number, burn: number): number | null =>
  burn === 0 ? null : Math.max(0, Math.floor((balance * 10) / burn) / 10);
