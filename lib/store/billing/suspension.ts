import type { AccountRecord } from '#lib/store/identity/accounts.ts';
import { keys } from '#lib/store/keys.ts';
import { require, update, type Write } from '#lib/store/platform/write.ts';

/** Requires an account not to be suspended when the transaction is carried out. */
export const requireUnsuspended = (account: string, refuse: () => Error): Write =>
  require(keys.account(account), [['status', '<>', 'suspended']], refuse);

/** Suspends an account for want of money, or has it active again; stale where it is something else meanwhile. */
export const changeAccountStatus = (
  account: string,
  from: AccountRecord['status'],
  to: AccountRecord['status'],
  updated_at: string,
): Write => update(keys.account(account), { set: { status: to, updated_at } }, [['status', '=', from]]);
