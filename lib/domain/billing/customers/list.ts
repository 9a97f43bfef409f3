import type { Context } from '#lib/domain/platform/context.ts';
import { openPage } from '#lib/domain/platform/lists.ts';
import { type Customer, countedQuotas } from '#lib/model/billing/customer.ts';
import { filtersOf, isFound, isMatched, type ListQuery } from '#lib/model/platform/lists.ts';
import { holdingsOf, ownersOf } from '#lib/store/billing/customers.ts';
import { type AccountRecord, getAccounts, type UserRecord } from '#lib/store/identity/accounts.ts';
import { accountsByAge } from '#lib/store/identity/all-accounts.ts';
import { getEmailOwner } from '#lib/store/identity/emails.ts';
import { toCustomer } from './resource.ts';

/** The most accounts that one page reads where only some of them match (contract 1.8). */
const readAtMost = 1000;

interface Row {
  account: AccountRecord;
  owner: UserRecord | undefined;
}

/**
 * One page of all accounts. `q` is contained in the id, the name or the owner's address; where it is a whole id or
 * address, that account is found however many there are.
 */
export async function listAccounts(
  context: Context,
  query: ListQuery,
): Promise<{ accounts: Customer[]; next_cursor: string }> {
  const { after, cursorOf } = await openPage(context, 'account', query);
  const exact = after ? undefined : await exactly(query.q);
  if (exact) return { accounts: await shown((await withOwners([exact])).filter(isWanted(query))), next_cursor: '' };
  const isAny = filtersOf(query).length === 0 && query.q === undefined;
  const { accounts, isMore } = await accountsByAge({
    newestFirst: query.sort === '-created_at',
    limit: isAny ? query.limit : readAtMost,
    after: after && { account_id: after.id, created_at: after.name },
  });
  const wanted = (await withOwners(accounts)).filter(isWanted(query));
  const rows = wanted.slice(0, query.limit);
  const last = wanted.length > rows.length ? rows.at(-1)?.account : isMore ? accounts.at(-1) : undefined;
  const next_cursor = await cursorOf(last && { id: last.account_id, name: last.created_at });
  return { accounts: await shown(rows), next_cursor };
}

async function exactly(q: unknown): Promise<AccountRecord | undefined> {
  if (typeof q !== 'string') return undefined;
  const id = q.includes('@') ? (await getEmailOwner(q.toLowerCase()))?.account_id : q;
  return id !== undefined && /^\d{12}$/.test(id) ? (await getAccounts([id]))[0] : undefined;
}

async function withOwners(accounts: readonly AccountRecord[]): Promise<Row[]> {
  const owners = await ownersOf(accounts);
  return accounts.map((account, at) => ({ account, owner: owners[at] }));
}

const isWanted =
  (query: ListQuery) =>
  ({ account, owner }: Row): boolean => {
    const row = toCustomer(account, owner);
    return isFound(row, query.q) && isMatched(row, query);
  };

async function shown(rows: readonly Row[]): Promise<Customer[]> {
  const { holdings, operators } = await holdingsOf(
    rows.map(({ account }) => account),
    countedQuotas,
  );
  return rows.map(({ account, owner }, at) => toCustomer(account, owner, holdings[at], operators));
}
