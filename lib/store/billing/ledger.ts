import { keys, reconcileIndex } from '#lib/store/keys.ts';
import { all, batchGet, few, query } from '#lib/store/platform/read.ts';
import { put, Stale, transact, update } from '#lib/store/platform/write.ts';
import type { Hold, LedgerEntry, WalletRecord } from './wallets.ts';

/** Up to where an account's books have been summed up, and to what. */
export interface CheckpointRecord {
  /** The last entry of either kind that is in the sums. */
  through: string;
  /** Entries in the sums. */
  entries: number;
  /** By ledger account; they sum to zero. */
  sums: Record<string, number>;
  at: string;
}

/** What a sum of an account's books found wrong: an operator's to look into. */
export interface DifferenceRecord {
  account_id: string;
  found_at: string;
  findings: string[];
}

/** Where a page of entries is read, and how far. */
export interface Stretch {
  least: string;
  most: string;
  newestFirst: boolean;
  /** The id after which it begins. */
  after: string | undefined;
  /** Of these types alone; reading then goes further, up to 1,000 entries. */
  types: readonly string[] | undefined;
  limit: number;
}

/** Entries of one kind, credits or debits for usage, with the id at which reading stopped where there are more. */
export async function entries(account: string, kind: 'ledger' | 'usage', stretch: Stretch) {
  const { least, most, newestFirst, after, types, limit } = stretch;
  const { pk } = keys[kind](account, '');
  const page = await query<LedgerEntry>({
    pk,
    between: [least, most],
    newestFirst,
    after: after === undefined ? undefined : { pk, sk: after },
    ...(types && { filter: [['type', 'in', types]] }),
    limit: types ? readAtMost : limit,
  });
  return { items: page.items, stopped: page.last && String(page.last.sk) };
}

/** Entries that one page reads at most (contract 1.8). */
const readAtMost = 1000;

/** Every entry of either kind after this one, oldest first within its kind. */
export async function* entriesAfter(account: string, through: string): AsyncGenerator<LedgerEntry> {
  for (const kind of ['ledger', 'usage'] as const) {
    const { pk } = keys[kind](account, '');
    yield* all<LedgerEntry>({ pk, after: through === '' ? undefined : { pk, sk: through } });
  }
}

/** The wallets that are due to be summed up at this moment (RFC 3339); through an index, which may be a moment behind. */
export const dueWallets = (now: string) => all<WalletRecord>({ pk: reconcileIndex, index: 'gsi1', upTo: now });

/** When the next one is due, or null. */
export async function nextReconciliation(): Promise<string | null> {
  const { items } = await query<WalletRecord>({ pk: reconcileIndex, index: 'gsi1', limit: 1 });
  return items[0]?.reconcile_at ?? null;
}

/** A wallet with its last checkpoint, by one strong read. */
export async function readBooks(account: string) {
  const [wallet, checkpoint] = await batchGet([keys.wallet(account), keys.checkpoint(account)]);
  return { wallet: wallet as WalletRecord | undefined, checkpoint: checkpoint as CheckpointRecord | undefined };
}

/** Every hold on a wallet: one for each operation under way. */
export const holdsOf = (account: string) => few<Hold>({ pk: keys.wallet(account).pk, begins: 'HOLD#' });

/** Notes that an account's books are right up to here; looked at again at `next` where entries came meanwhile. */
export async function checkpoint(wallet: WalletRecord, record: CheckpointRecord, next: string): Promise<void> {
  const key = keys.wallet(wallet.account_id);
  const note = put({ ...keys.checkpoint(wallet.account_id), ...record });
  try {
    const done = { remove: ['reconcile_at', 'gsi1pk', 'gsi1sk'] };
    await transact([note, update(key, done, [['entries', '=', wallet.entries]])]);
  } catch (error) {
    if (!(error instanceof Stale)) throw error;
    await transact([note, postponed(wallet.account_id, next)]);
  }
}

/** Notes what is wrong with an account's books, in place of what was before; they are looked at again at `next`. */
export const saveDifference = (record: DifferenceRecord, next: string): Promise<void> =>
  transact([put({ ...keys.difference(record.account_id, 'books'), ...record }), postponed(record.account_id, next)]);

const postponed = (account: string, next: string) =>
  update(keys.wallet(account), { set: { reconcile_at: next, gsi1pk: reconcileIndex, gsi1sk: next } }, [
    ['pk', 'exists'],
  ]);
