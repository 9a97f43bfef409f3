import { debit as debitAnd } from '#lib/domain/billing/metering/debit.ts';
import { stopAll } from '#lib/domain/compute/instances/stop-all.ts';

/** Charges an account as the metering schedule does. */
export const debit = (account: string, now: Date) => debitAnd(account, now, stopAll);
