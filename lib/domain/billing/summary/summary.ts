import { burnRate, lowRunway, metersAt, runwayHours, sums, total } from '#lib/domain/billing/metering/charge.ts';
import type { Context } from '#lib/domain/platform/context.ts';
import type { BillingSummary, SummaryQuery } from '#lib/model/billing/billing.ts';
import { costIn, services } from '#lib/model/billing/meter.ts';
import { istDay, istMonth, monthAfter, startOfMonth } from '#lib/model/platform/ist.ts';
import { type BookRecord, readBook, type SpendRecord } from '#lib/store/billing/metering.ts';

const months = 12;
const days = 30;

/**
 * Returns the balance and the spending of the caller's account, and the cost of the resources that are named. It makes
 * one query, whose size does not grow with the account's age.
 */
export async function getSummary(
  { principal, now }: Context,
  { resource_id = [] }: SummaryQuery = {},
): Promise<BillingSummary> {
  const book = await readBook(principal.account_id);
  const balance = book.wallet?.balance_paise ?? 0;
  const month = istMonth(now);
  const burn = burnRate(book, now);
  const runway = runwayHours(balance, burn);
  const spend = book.spends.get(month);
  return {
    currency: 'INR',
    balance_paise: balance,
    credit_paise: Math.max(0, Math.min(balance, book.wallet?.credit_paise ?? 0)),
    month_to_date_paise: spentIn(book, month),
    projected_month_paise: projection(book, month, now),
    burn_rate_paise_per_hour: burn,
    runway_hours: runway,
    history: history(book, month),
    daily: daily(book, now),
    by_service: byService(spend?.by_service),
    low_balance: balance <= 0 || (runway !== null && runway < lowRunway),
    resources: costsOf(book, resource_id, now),
  };
}

/** The cost in this month up to now of each resource that has a meter, by that. */
function costsOf(book: BookRecord, ids: readonly string[], now: Date): BillingSummary['resources'] {
  const [seconds, month] = [Math.floor(now.getTime() / 1000), istMonth(now)];
  const meters = new Map(metersAt(book, seconds).map((meter) => [meter.resource, meter]));
  return ids.flatMap((id) => {
    const meter = meters.get(id);
    if (!meter) return [];
    return [{ id, price_paise_per_month: meter.price_paise, month_to_date_paise: costIn(meter, month, seconds) }];
  });
}

const spentIn = ({ spends }: BookRecord, month: string): number => total(spends.get(month)?.by_service ?? {});

/** The cost of the whole month in paise, if nothing changes until its end. */
function projection(book: BookRecord, month: string, now: Date): number {
  const end = startOfMonth(monthAfter(month)).getTime() / 1000;
  const meters = metersAt(book, Math.floor(now.getTime() / 1000));
  return total(sums(meters, month, end, book.spends.get(month)?.gone ?? {}));
}

/** The spend of the last twelve months, the oldest first; a month without spend is 0. */
function history(book: BookRecord, month: string): BillingSummary['history'] {
  return Array.from({ length: months }, (_, at) => monthAfter(month, at + 1 - months)).map((one) => ({
    month: one,
    spend_paise: spentIn(book, one),
  }));
}

/** The spend of the last thirty days, the oldest first; a day without spend is 0. */
function daily({ spends }: BookRecord, now: Date): BillingSummary['daily'] {
  return Array.from({ length: days }, (_, at) => istDay(new Date(now.getTime() - (days - 1 - at) * 86_400_000))).map(
    (date) => {
      const spend = spends.get(date.slice(0, 7));
      const day = date.slice(8);
      return { date, spend_paise: spend?.days[day] ?? 0, by_service: byService(spend?.day_services?.[day]) };
    },
  );
}

const byService = (costs: SpendRecord['by_service'] = {}): BillingSummary['by_service'] =>
  Object.fromEntries(services.map((service) => [service, costs[service] ?? 0])) as BillingSummary['by_service'];
