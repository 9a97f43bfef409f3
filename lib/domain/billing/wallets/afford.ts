import { civilNow } from '#lib/drivers/clocks/civil.ts';
import { rupees } from '#lib/model/billing/money.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { istMonth } from '#lib/model/platform/ist.ts';
import {
  hold,
  requireAvailable,
  requireBudget,
  requireUnsuspended,
  type WalletRefusal,
} from '#lib/store/billing/wallets.ts';
import type { Write } from '#lib/store/platform/write.ts';

/** The 402 of contract 1.7 with the amounts, or the 403 when the balance is sufficient but the budget is used up. */
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
 * The requirements on a wallet. A budget blocks new spending only. With `standing` true the spending was ordered
 * earlier (a scheduled backup, the replacement of a group's member, the restart after a resize), and only the balance
 * is checked.
 */
const demand = (amount_paise: number, standing: boolean) => ({
  amount_paise,
  month: standing ? null : istMonth(civilNow()),
});

/** Refuses with 402 when the wallet cannot pay one hour of what is started, and with 403 when the budget is used up. */
export const checkBalance = (account: string, hourly: number, what: string, standing = false): Write =>
  requireAvailable(account, demand(hourly, standing), refusal(hourly, what));

/** Refuses with 403 an increase of an account's spending when its budget is used up. */
export const checkBudget = (account: string): Write => requireBudget(account, istMonth(civilNow()), usedUp);

/** Holds the cost of the first hour of what is created. Refuses as checkBalance does. */
export const holdFirstHour = (
  account: string,
  operation: string,
  { hourly, what, standing }: { hourly: number; what: string; standing: boolean },
): Write[] => hold(account, operation, demand(hourly, standing), refusal(hourly, what));

/** Refuses with 402 if the account is suspended when the transaction is committed. */
export const refuseSuspended = (account: string): Write =>
  requireUnsuspended(
    account,
    () =>
      new ApiError(
        'insufficient_balance',
        `account ${account} is suspended: it cannot start or create anything until its wallet is topped up`,
      ),
  );
