import { total } from '#lib/domain/billing/metering/charge.ts';
import type { Context } from '#lib/domain/platform/context.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import type { Budget, BudgetInput } from '#lib/model/billing/billing.ts';
import { istMonth } from '#lib/model/platform/ist.ts';
import { type BookRecord, type BudgetRecord, readBook, putBudget as writeBudget } from '#lib/store/billing/metering.ts';
import { noteBudget } from '#lib/store/billing/wallets.ts';

const none: Omit<BudgetRecord, 'version'> = {
  monthly_limit_paise: null,
  alert_percents: [],
  action: 'notify',
  updated_at: null,
};

const spentIn = ({ spends }: BookRecord, month: string) => total(spends.get(month)?.by_service ?? {});

const toBudget = (record: Omit<BudgetRecord, 'version'>, spent: number): Budget => ({
  monthly_limit_paise: record.monthly_limit_paise,
  alert_percents: record.alert_percents,
  action: record.action,
  month_to_date_paise: spent,
  currency: 'INR',
  updated_at: record.updated_at,
});

/** Returns the account's budget and the spend of this month. Without a budget the limit is null. */
export async function getBudget(context: Context): Promise<Budget> {
  const book = await readBook(context.principal.account_id);
  return context.show(toBudget(book.budget ?? none, spentIn(book, istMonth(context.now))), book.budget?.version ?? 0);
}

/** Sets the account's budget, which applies at once. Refuses with 412 for a stale If-Match. */
export function putBudget(context: Context, input: BudgetInput): Promise<Budget> {
  const { account_id } = context.principal;
  return retryOnConflict(async () => {
    const book = await readBook(account_id);
    context.match(book.budget?.version ?? 0);
    const month = istMonth(context.now);
    const spent = spentIn(book, month);
    const { monthly_limit_paise: limit } = input;
    const next = {
      ...input,
      alert_percents: input.alert_percents.toSorted((a, b) => a - b),
      updated_at: rfc3339(context.now),
    };
    const over = input.action === 'block_new' && limit !== null && spent >= limit ? month : null;
    return context.commit({
      writes: [writeBudget(account_id, book.budget, next), noteBudget(account_id, over)],
      reply: toBudget(next, spent),
      version: (book.budget?.version ?? 0) + 1,
    });
  });
}
