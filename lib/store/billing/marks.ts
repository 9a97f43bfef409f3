import type { Mark } from '#lib/model/billing/meter.ts';
import { meteringIndex, shardOf } from '#lib/store/indexes.ts';
import { keys } from '#lib/store/keys.ts';
import { put, remove, type Write } from '#lib/store/platform/write.ts';

/** Where what makes an account due for charging is in the index. */
export const meteringShard = ({ account_id }: { account_id: string }) => shardOf(meteringIndex, account_id);

export const dueKey = (at: string, account: string) => `${at.slice(0, 19)}Z#${account}`;

/** Stores a mark, and makes its account due for charging. */
export const putMark = (account_id: string, mark: Mark): Write =>
  put({
    ...keys.mark(account_id, mark.resource, mark.seq),
    gsi1pk: meteringShard({ account_id }),
    gsi1sk: dueKey(new Date(mark.at * 1000).toISOString(), account_id),
    account_id,
    ...mark,
  });

export const removeMark = (account: string, { resource, seq }: Mark): Write =>
  remove(keys.mark(account, resource, seq));
