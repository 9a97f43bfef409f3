import type { Mark, Meter } from '#lib/model/billing/meter.ts';
import type { Stored } from '#lib/store/entity.ts';
import { type Key, keys } from '#lib/store/keys.ts';
import { all, type Found, isAt, isBelow } from '#lib/store/platform/read.ts';
import { put, remove, type Write } from '#lib/store/platform/write.ts';
import type { Partition, Records } from '#lib/store/records.ts';
import type { MandateRecord } from './mandates.ts';
import { dueKey, meteringShard } from './marks.ts';
import type { budgetRecord, meteringRecord, spendRecord, standing } from './metering.entity.ts';
import type { WalletRecord } from './wallets.ts';

/** How far an account has been charged for its use. */
export type MeteringRecord = Stored<typeof meteringRecord>;

/** The notices that an account has received about its wallet, and whether it is suspended. */
export type Standing = Stored<typeof standing>;

/** An account's monthly budget. */
export type BudgetRecord = Stored<typeof budgetRecord>;

/** An account's spend in a calendar month (IST), in paise. */
export type SpendRecord = Stored<typeof spendRecord>;

/** An account's wallet with all records that affect its balance. */
export interface BookRecord {
  wallet: WalletRecord | undefined;
  metering: MeteringRecord | undefined;
  meters: Map<string, Meter>;
  marks: Mark[];
  spends: Map<string, SpendRecord>;
  budget: BudgetRecord | undefined;
  mandate: MandateRecord | undefined;
}

/** How long a month's spend is kept, in seconds: more than 13 months from its beginning. */
const retention = 430 * 86_400;

export const putMetering = (before: MeteringRecord | undefined, next: Omit<MeteringRecord, 'version'>): Write =>
  put(
    {
      ...keys.metering(next.account_id),
      ...next,
      version: (before?.version ?? 0) + 1,
      ...(next.due && { gsi1pk: meteringShard(next), gsi1sk: dueKey(next.due, next.account_id) }),
    },
    [before ? ['version', '=', before.version] : ['pk', 'absent']],
  );

/** Stores a budget in place of the one that was read. Stale when that has changed. */
export const putBudget = (
  account: string,
  before: BudgetRecord | undefined,
  next: Omit<BudgetRecord, 'version'>,
): Write =>
  put({ ...keys.budget(account), ...next, version: (before?.version ?? 0) + 1 }, [
    before ? ['version', '=', before.version] : ['pk', 'absent'],
  ]);

export const putSpend = (spend: SpendRecord): Write =>
  put({
    ...keys.spend(spend.account_id, spend.month),
    ...spend,
    ttl: Math.floor(Date.parse(`${spend.month}-01`) / 1000) + retention,
  });

export const putMeter = (account: string, meter: Meter): Write =>
  put({ ...keys.meter(account, meter.resource), ...meter });
export const removeMeter = (account: string, resource: string): Write => remove(keys.meter(account, resource));

/** An account's wallet, meters and spend, by one strong query of one partition. */
export async function readBook(account: string): Promise<BookRecord> {
  const book: BookRecord = {
    wallet: undefined,
    metering: undefined,
    meters: new Map(),
    marks: [],
    spends: new Map(),
    budget: undefined,
    mandate: undefined,
  };
  const pk: BookPartition = keys.wallet(account).pk;
  for await (const item of all({ pk })) assign(book, account, item);
  book.marks.sort((a, b) => a.seq - b.seq);
  return book;
}

/** The records in an account's wallet partition that concern its use. */
type BookPartition = Partition<Records['wallet' | 'metering' | 'budget' | 'mandate' | 'spend' | 'meter' | 'mark']>;

function assign(book: BookRecord, account: string, item: Key): void {
  if (isAt(keys.wallet(account), item)) book.wallet = item;
  else if (isAt(keys.metering(account), item)) book.metering = item;
  else if (isAt(keys.budget(account), item)) book.budget = item;
  else if (isAt(keys.mandate(account), item)) book.mandate = item;
  else if (isBelow(keys.spend(account, ''), item)) book.spends.set(item.month, item);
  else if (isMark(account, item)) book.marks.push(item);
  else if (isBelow(keys.meter(account, ''), item)) book.meters.set(item.resource, item);
}

/** A mark's key is its resource's key followed by its number. */
const isMark = (account: string, item: Key): item is Found<Records['mark']> =>
  isBelow(keys.meter(account, ''), item) && item.sk.split('#').length > 2;
