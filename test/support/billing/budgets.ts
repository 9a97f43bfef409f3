import { civilNow } from '#lib/drivers/clocks/civil.ts';
import { istMonth } from '#lib/model/platform/ist.ts';
import { noteBudget } from '#lib/store/billing/wallets.ts';
import { transact } from '#lib/store/platform/write.ts';

/** Uses up this month's budget with block_new, as metering would. */
export const budgetUsedUp = (account: string): Promise<void> => transact([noteBudget(account, istMonth(civilNow()))]);

/** Raises the budget again. */
export const budgetRaised = (account: string): Promise<void> => transact([noteBudget(account, null)]);

/** The refusal while the budget is used up. */
export const overBudget = /^the budget of \d{4}-\d\d is used up; PUT \/auth\/billing\/budget raises it$/;
