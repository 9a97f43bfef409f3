import type { Stored } from '#lib/store/entity.ts';
import { keys } from '#lib/store/keys.ts';
import { batchGet, get } from '#lib/store/platform/read.ts';
import { put, type Write } from '#lib/store/platform/write.ts';
import type { taxRecord } from './tax.entity.ts';

export type TaxRecord = Stored<typeof taxRecord>;

export const getTax = (account: string) => get(keys.tax(account));

/** Reads the user who pays, the account with its owner, and its tax profile, by one strong read. */
export async function readPayer(payer: string, account: string, owner: string) {
  const [user, root, of, tax] = await batchGet([
    keys.user(payer),
    keys.user(owner),
    keys.account(account),
    keys.tax(account),
  ]);
  return { user, owner: root, account: of, tax };
}

/** Stores a tax profile in place of the one that was read. Stale when that has changed. */
export const putTax = (account: string, record: TaxRecord): Write =>
  put(
    { ...keys.tax(account), ...record },
    record.version === 1 ? [['pk', 'absent']] : [['version', '=', record.version - 1]],
  );
