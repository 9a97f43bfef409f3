import { rupees } from '#lib/domain/billing/wallets/rupees.ts';
import { civilNow } from '#lib/drivers/clocks/civil.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { istMonth } from '#lib/model/platform/ist.ts';
import { hold, requireAvailable, type WalletRefusal } from '#lib/store/billing/wallets.ts';
import type { Write } from '#lib/store/platform/write.ts';

/** The 402 of contract 1.7, with the amounts; 403 where there is money, but the budget wants nothing new. */
const refusal =
  (needed: number, what: string): WalletRefusal =>
  (wallet) => {
    const available = wallet?.available_paise ?? 0;
    if (available >= needed) {
      const budget = `the budget of ${wallet?.over_budget} is used up`;
      return new ApiError('quota_exceeded', `${budget}; PUT /auth/billing/budget raises it`);
    }
    return new ApiError(
      'insufficient_balance',
      `wallet balance ${rupees(available)} is below the ${rupees(needed)} needed for one hour of ${what}; top up`,
    );
  };

const demand = (amount_paise: number) => ({ amount_paise, month: istMonth(civilNow()) });

/** Refuses with 402 where the wallet cannot pay one hour of what is being started, with 403 where the budget forbids it. */
export const checkBalance = (account: string, hourly: number, what: string): Write =>
  requireAvailable(account, demand(hourly), refusal(hourly, what));

/** Holds the first hour of what is being created; refuses as checkBalance does. */
export const holdFirstHour = (account: string, operation: string, hourly: number, what: string): Write[] =>
  hold(account, operation, demand(hourly), refusal(hourly, what));
