import type { AccountRecord, UserRecord } from '#lib/store/identity/accounts.ts';
import { type Key, keys } from '#lib/store/keys.ts';
import { batchGet, get } from '#lib/store/platform/read.ts';
import { put, type Write } from '#lib/store/platform/write.ts';

export interface TaxRecord {
  gstin: string | null;
  legal_name: string | null;
  address: string | null;
  state_code: string | null;
  version: number;
  updated_at: string;
}

export const getTax = (account: string) => get<TaxRecord>(keys.tax(account));

/** Reads the user who pays, the account with its owner, and its tax profile, by one strong read. */
export async function readPayer(payer: string, account: string, owner: string) {
  const keysToRead: Key[] = [keys.user(payer), keys.user(owner), keys.account(account), keys.tax(account)];
  const [user, root, of, tax] = await batchGet(keysToRead);
  return {
    user: user as UserRecord | undefined,
    owner: root as UserRecord | undefined,
    account: of as AccountRecord | undefined,
    tax: tax as TaxRecord | undefined,
  };
}

/** Stores a tax profile in place of the one that was read. Stale when that has changed. */
export const putTax = (account: string, record: TaxRecord): Write =>
  put(
    { ...keys.tax(account), ...record },
    record.version === 1 ? [['pk', 'absent']] : [['version', '=', record.version - 1]],
  );
