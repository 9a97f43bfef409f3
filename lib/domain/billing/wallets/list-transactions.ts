import type { Context } from '#lib/domain/platform/context.ts';
import { openPage } from '#lib/domain/platform/lists.ts';
import type { Transaction, TransactionQuery } from '#lib/model/billing/wallet.ts';
import { endOfIds, idFloor } from '#lib/model/platform/ids.ts';
import { type EntryRange, entries } from '#lib/store/billing/ledger.ts';
import { type LedgerEntry, walletPart } from '#lib/store/billing/wallets.ts';

/** Returns one page of the account's ledger in order of time: credits, and debits for usage on request. */
export async function listTransactions(
  context: Context,
  query: TransactionQuery,
): Promise<{ transactions: Transaction[]; next_cursor: string }> {
  const { after, cursorOf } = await openPage(context, 'transaction', query);
  const { account_id } = context.principal;
  const stretch = rangeOf(query, after?.id);
  const pages = await Promise.all(kindsOf(query).map((kind) => entries(account_id, kind, stretch)));
  const { newestFirst, limit } = stretch;
  const isBefore = (a: string, b: string) => (newestFirst ? a > b : a < b);
  const stops = pages.flatMap(({ stopped }) => stopped ?? []).sort((a, b) => (isBefore(a, b) ? -1 : 1));
  const [stop] = stops;
  const read = pages
    .flatMap(({ items }) => items)
    .filter(({ id }) => stop === undefined || !isBefore(stop, id))
    .sort((a, b) => (isBefore(a.id, b.id) ? -1 : 1));
  const shown = read.slice(0, limit - 1);
  const last = read.length >= limit ? shown.at(-1)?.id : stop;
  return {
    transactions: shown.map(toTransaction),
    next_cursor: await cursorOf(last === undefined ? undefined : { id: last, name: '' }),
  };
}

/** The entries to read. One more than the page size is read of each kind, to detect a next page. */
function rangeOf({ from, to, sort, type, id, limit }: TransactionQuery, after: string | undefined): EntryRange {
  return {
    least: idFloor('transaction', from ?? new Date(0)),
    most: idFloor('transaction', to ?? endOfIds),
    newestFirst: sort === '-created_at',
    after,
    types: type,
    ids: id?.split(','),
    limit: limit + 1,
  };
}

function kindsOf({ type, include }: TransactionQuery): ('ledger' | 'usage')[] {
  const debits = type ? type.includes('usage') : include === 'debits';
  const credits = type ? type.some((one) => one !== 'usage') : true;
  return [...(credits ? (['ledger'] as const) : []), ...(debits ? (['usage'] as const) : [])];
}

const toTransaction = (entry: LedgerEntry): Transaction => ({
  id: entry.id,
  account_id: entry.account_id,
  type: entry.type,
  amount_paise: walletPart(entry),
  balance_after_paise: entry.balance_after_paise,
  currency: 'INR',
  description: entry.description,
  order_id: entry.order_id ?? null,
  invoice_id: entry.invoice_id ?? null,
  created_at: entry.at,
  updated_at: entry.at,
});
