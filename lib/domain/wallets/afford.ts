import { ApiError } from '#lib/model/errors.ts';
import { hold, requireAvailable } from '#lib/store/wallets.ts';
import type { Write } from '#lib/store/write.ts';

const rupees = (paise: number) => `₹${(paise / 100).toFixed(2)}`;

/** The 402 of contract 1.7, with the amounts. */
const refusal = (needed: number, what: string) => (available: number) =>
  new ApiError(
    'insufficient_balance',
    `wallet balance ${rupees(available)} is below the ${rupees(needed)} needed for one hour of ${what}; top up`,
  );

/** Refuses with 402 where the wallet cannot pay one hour of what is being started. */
export const checkBalance = (account: string, hourly: number, what: string): Write =>
  requireAvailable(account, hourly, refusal(hourly, what));

/** Holds the first hour of what is being created; 402 where the wallet cannot pay it. */
export const holdFirstHour = (account: string, operation: string, hourly: number, what: string): Write[] =>
  hold(account, operation, hourly, refusal(hourly, what));
