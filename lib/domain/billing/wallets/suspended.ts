import { ApiError } from '#lib/model/platform/errors.ts';
import { requireUnsuspended } from '#lib/store/billing/wallets.ts';
import type { Write } from '#lib/store/platform/write.ts';

/** Refuses with 402 if the account is suspended when the transaction is committed. */
export const refuseSuspended = (account: string): Write =>
  requireUnsuspended(
    account,
    () =>
      new ApiError(
        'insufficient_balance',
        `account ${account} is suspended: it can neither start nor create anything until its wallet is topped up`,
      ),
  );
