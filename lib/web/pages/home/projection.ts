import type { BillingSummary } from '#lib/generated/client/schemas.ts';
import type { ChartSeries } from '#lib/web/parts/chart-data.ts';

type Spending = Pick<
  BillingSummary,
  'daily' | 'burn_rate_paise_per_hour' | 'month_to_date_paise' | 'projected_month_paise'
>;

const day = 86_400_000;
const dateOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** The days of a month after a date (`2026-11-20`), to its end. */
export function daysAfter(date: string): string[] {
  const today = Date.parse(date);
  const days = Array.from({ length: 30 }, (_, at) => dateOf(today + (at + 1) * day));
  return days.filter((one) => one.slice(0, 7) === date.slice(0, 7));
}

/**
 * What each day cost, and what is expected of today's rest and of each day to the end of the month, in paise. The
 * expected days sum up to what the platform projects for the month: whole days at the current rate, and today the rest.
 */
export function spendingOf(summary: Spending): ChartSeries[] {
  const { daily, burn_rate_paise_per_hour: burn } = summary;
  const today = daily.at(-1)?.date;
  const spent = {
    name: 'spent',
    points: daily.map(({ date, spend_paise }) => ({ at: startOf(date), value: spend_paise })),
  };
  const left = summary.projected_month_paise - summary.month_to_date_paise;
  if (today === undefined || left <= 0) return [spent];
  const days = daysAfter(today);
  const each = days.length === 0 ? 0 : Math.min(burn * 24, left / days.length);
  const values = [left - each * days.length, ...days.map(() => each)];
  const points = [today, ...days].map((date, at) => ({ at: startOf(date), value: Math.round(values[at] ?? 0) }));
  return [spent, { name: 'projected', expected: true, points }];
}

/** The beginning of a day of the bills. */
const startOf = (date: string): string => `${date}T00:00:00+05:30`;
