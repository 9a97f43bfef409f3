import type { Share } from '#lib/model/platform/spread.ts';
import type { Stored } from '#lib/store/entity.ts';
import { reconcileIndex } from '#lib/store/indexes.ts';
import { keys } from '#lib/store/keys.ts';
import type { Clause } from '#lib/store/platform/expressions.ts';
import { all, batchGet, due, get, query, queryAll } from '#lib/store/platform/read.ts';
import { firstOfPlaces } from '#lib/store/platform/shards.ts';
import { put, transact, unlessStale, update, type Write } from '#lib/store/platform/write.ts';
import type { checkpointRecord, differenceRecord } from './ledger.entity.ts';
import { type LedgerEntry, reconcileShard, type WalletRecord } from './wallets.ts';

/** How far an account's ledger has been reconciled, and its sums up to there. */
export type CheckpointRecord = Stored<typeof checkpointRecord>;

/** The findings of a reconciliation, for operators. */
export type DifferenceRecord = Stored<typeof differenceRecord>;

/** A range of entries to read. */
export interface EntryRange {
  least: string;
  most: string;
  newestFirst: boolean;
  /** The id after which the page begins. */
  after: string | undefined;
  /** Only entries of these types. The page then reads up to 1,000 entries to find them. */
  types: readonly string[] | undefined;
  /** Only entries with these ids, with the same limit. */
  ids?: readonly string[] | undefined;
  limit: number;
}

/**
 * Entries of one kind: credits, or debits for usage. `stopped` is the id at which reading stopped, if there are more.
 */
export async function entries(account: string, kind: 'ledger' | 'usage', range: EntryRange) {
  const { least, most, newestFirst, after, types, ids, limit } = range;
  const { pk } = keys[kind](account, '');
  const filter: Clause<LedgerEntry>[] = [
    ...(types ? [['type', 'in', types] as const] : []),
    ...(ids ? [['id', 'in', ids] as const] : []),
  ];
  const page = await query({
    pk,
    between: [least, most],
    newestFirst,
    after: after === undefined ? undefined : { pk, sk: after },
    filter,
    limit: filter.length > 0 ? readAtMost : limit,
  });
  return { items: page.items, stopped: page.last && String(page.last.sk) };
}

/** The maximum number of entries that one page reads (contract 1.8). */
const readAtMost = 1000;

/** Every entry after this id, grouped by kind, oldest first in each. */
export async function* entriesAfter(account: string, through: string): AsyncGenerator<LedgerEntry> {
  for (const kind of ['ledger', 'usage'] as const) {
    const { pk } = keys[kind](account, '');
    yield* all({ pk, after: through === '' ? undefined : { pk, sk: through } });
  }
}

/**
 * Wallets whose ledger is due for reconciliation at this moment (RFC 3339), by an index, which may be slightly behind.
 */
export const dueWallets = (now: string) => due(reconcileIndex, now, reconcileShard);

/** When the next wallet is due, or null. */
export async function nextReconciliation(share: Share): Promise<string | null> {
  return (await firstOfPlaces(reconcileIndex, share))?.reconcile_at ?? null;
}

/** A wallet and its last checkpoint, by one strong read. */
export async function readBooks(account: string) {
  const [wallet, checkpoint] = await batchGet([keys.wallet(account), keys.checkpoint(account)]);
  return { wallet, checkpoint };
}

/** Every hold on a wallet, one for each operation in progress. */
export const holdsOf = (account: string) => {
  const { pk, sk } = keys.hold(account, '');
  return queryAll({ pk, begins: sk });
};

/**
 * Records that an account's ledger is correct up to this point. If entries have been added meanwhile, it is due again
 * at `next`.
 */
export async function checkpoint(wallet: WalletRecord, record: CheckpointRecord, next: string): Promise<void> {
  const key = keys.wallet(wallet.account_id);
  const note = put({ ...keys.checkpoint(wallet.account_id), ...record });
  const done = { remove: ['reconcile_at', 'gsi1pk', 'gsi1sk'] } as const;
  const complete = transact([note, update(key, done, [['entries', '=', wallet.entries]])]);
  if (!(await unlessStale(complete))) await transact([note, postponed(wallet.account_id, next)]);
}

/** Records the findings in an account's ledger, replacing earlier ones. The ledger is due again at `next`. */
export const saveDifference = (record: DifferenceRecord, next: string): Promise<void> =>
  transact([put({ ...keys.difference(record.account_id, 'books'), ...record }), postponed(record.account_id, next)]);

/** Every difference, and its subject: `books`, or a payment. */
export async function allDifferences(): Promise<(DifferenceRecord & { what: string })[]> {
  const items = await queryAll({ pk: keys.difference('', '').pk });
  return items.map(({ sk, ...record }) => ({ ...record, what: sk.slice(record.account_id.length + 1) }));
}

export const getDifference = (account: string, what: string) => get(keys.difference(account, what));

/** Records how a difference was resolved. Stale where it has been found again or resolved since it was read. */
export const resolveDifference = (
  { account_id, found_at }: DifferenceRecord,
  what: string,
  resolved: DifferenceRecord['resolved'],
): Write =>
  update(keys.difference(account_id, what), { set: { resolved } }, [
    ['found_at', '=', found_at],
    ['resolved', 'absent'],
  ]);

const postponed = (account: string, next: string) =>
  update(
    keys.wallet(account),
    { set: { reconcile_at: next, gsi1pk: reconcileShard({ account_id: account }), gsi1sk: next } },
    [['pk', 'exists']],
  );
