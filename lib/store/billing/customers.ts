import type { AccountRecord, UserRecord } from '#lib/store/identity/accounts.ts';
import { operatorsOf } from '#lib/store/identity/operators.ts';
import { keys } from '#lib/store/keys.ts';
import { batchGet, eachOf, manyOf } from '#lib/store/platform/read.ts';
import { update, type Write } from '#lib/store/platform/write.ts';
import type { MeteringRecord } from './metering.ts';
import type { WalletRecord } from './wallets.ts';

/* The account data that operators read and change. */

/** An account with its wallet and the record of its metering. */
export interface CustomerRecords {
  account: AccountRecord | undefined;
  wallet: WalletRecord | undefined;
  metering: MeteringRecord | undefined;
}

/** Reads an account with its wallet by one strong read. */
export async function readCustomer(account: string): Promise<CustomerRecords> {
  const [record, wallet, metering] = await batchGet([
    keys.account(account),
    keys.wallet(account),
    keys.metering(account),
  ]);
  return {
    account: record,
    wallet,
    metering,
  };
}

/** The owners of these accounts, in the same order. */
export const ownersOf = (accounts: readonly AccountRecord[]): Promise<(UserRecord | undefined)[]> =>
  manyOf(accounts.map(({ owner_id }) => keys.user(owner_id)));

/** What replies show of an account in addition to its own record. */
export interface Holdings {
  wallet: WalletRecord | undefined;
  /** The use of each quota, by its name. */
  used: Record<string, number>;
}

/**
 * The wallets of these accounts and their use of some quotas, in the same order, and the accounts that operate the
 * platform.
 */
export async function holdingsOf(
  accounts: readonly AccountRecord[],
  names: readonly string[],
): Promise<{ holdings: Holdings[]; operators: readonly string[] }> {
  const each = accounts.map(
    ({ account_id }) => [keys.wallet(account_id), ...names.map((name) => keys.quota(account_id, name))] as const,
  );
  const [[operators], ...found] = await eachOf([[keys.operators()], ...each]);
  const holdings = found.map(([wallet, ...quotas]) => {
    const used = Object.fromEntries(names.map((name, i) => [name, Number(quotas[i]?.used ?? 0)]));
    return { wallet, used };
  });
  return { holdings, operators: operatorsOf(operators) };
}

/** Blocks an account. Stale where its status has changed. */
export const blockRecord = (
  { account_id, status }: AccountRecord,
  blocked: AccountRecord['blocked'],
  at: string,
): Write =>
  update(keys.account(account_id), { set: { status: 'blocked', blocked, updated_at: at } }, [['status', '=', status]]);

/** Ends a block. Sessions from before it end for good. Stale where the status has changed. */
export const unblockRecord = ({ account_id }: AccountRecord, status: 'active' | 'suspended', at: string): Write =>
  update(keys.account(account_id), { set: { status, updated_at: at }, add: { unblocked: 1 }, remove: ['blocked'] }, [
    ['status', '=', 'blocked'],
  ]);
