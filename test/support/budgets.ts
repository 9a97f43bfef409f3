import { civilNow } from '#lib/drivers/clocks/civil.ts';
import { istMonth } from '#lib/model/platform/ist.ts';
import { noteBudget } from '#lib/store/billing/wallets.ts';
import { transact } from '#lib/store/platform/write.ts';

/** The budget of this month, with block_new, as metering leaves it once it is used up. */
export const budgetUsedUp = (account: string): Promise<void> => transact([noteBudget(account, istMonth(civilNow()))]);

/** The same once it has been raised. */
export const budgetRaised = (account: string): Promise<void> => transact([noteBudget(account, null)]);

/** What a person is refused with then. */
export const overBudget = /^the budget of \d{4}-\d\d is used up; PUT \/auth\/billing\/budget raises it$/;
