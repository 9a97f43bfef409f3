import { civilNow } from '#lib/drivers/clocks/civil.ts';
import { rupees } from '#lib/model/billing/wallet.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { istMonth } from '#lib/model/platform/ist.ts';
import { hold, requireAvailable, requireBudget, type WalletRefusal } from '#lib/store/billing/wallets.ts';
import type { Write } from '#lib/store/platform/write.ts';

/** The 402 of contract 1.7, with the amounts; 403 where there is money, but the budget wants nothing new. */
const refusal =
  (needed: number, what: string): WalletRefusal =>
  (wallet) => {
    const available = wallet?.available_paise ?? 0;
    if (available >= needed) return usedUp(wallet);
    return new ApiError(
      'insufficient_balance',
      `wallet balance ${rupees(available)} is below the ${rupees(needed)} needed for one hour of ${what}; top up`,
    );
  };

const usedUp: WalletRefusal = (wallet) => {
  const budget = `the budget of ${wallet?.over_budget} is used up`;
  return new ApiError('quota_exceeded', `${budget}; PUT /auth/billing/budget raises it`);
};

/**
 * A budget blocks what is new, not what somebody ordered before: a backup on schedule, a member in another's place, the
 * start that ends a change of type. For these `standing` is true, and only money counts.
 */
const demand = (amount_paise: number, standing: boolean) => ({
  amount_paise,
  month: standing ? null : istMonth(civilNow()),
});

/** Refuses with 402 where the wallet cannot pay one hour of what is being started, with 403 where the budget forbids it. */
export const checkBalance = (account: string, hourly: number, what: string, standing = false): Write =>
  requireAvailable(account, demand(hourly, standing), refusal(hourly, what));

/** Refuses with 403 what enlarges an account's spending where its budget is used up. */
export const checkBudget = (account: string): Write => requireBudget(account, istMonth(civilNow()), usedUp);

/** Holds the first hour of what is being created; refuses as checkBalance does. */
export const holdFirstHour = (
  account: string,
  operation: string,
  { hourly, what, standing }: { hourly: number; what: string; standing: boolean },
): Write[] => hold(account, operation, demand(hourly, standing), refusal(hourly, what));
