import type { Context } from '#lib/domain/platform/context.ts';
import { pageThrough } from '#lib/domain/platform/long-lists.ts';
import { type Customer, countedQuotas } from '#lib/model/billing/customer.ts';
import { filtersOf, isFound, isMatched, type ListQuery } from '#lib/model/platform/lists.ts';
import { holdingsOf, ownersOf } from '#lib/store/billing/customers.ts';
import { type AccountRecord, getAccounts, type UserRecord } from '#lib/store/identity/accounts.ts';
import { accountsByAge } from '#lib/store/identity/all-accounts.ts';
import { getEmailOwner } from '#lib/store/identity/emails.ts';
import { toCustomer } from './resource.ts';

interface Row {
  account: AccountRecord;
  owner: UserRecord | undefined;
}

/**
 * One page of all accounts. `q` matches a part of the id, the name or the owner's address. If it is a complete id or
 * address, that account is found however many accounts there are.
 */
export async function listAccounts(
  context: Context,
  query: ListQuery,
): Promise<{ accounts: Customer[]; next_cursor: string }> {
  const exact = query.cursor === undefined ? await exactly(query.q) : undefined;
  if (exact) return { accounts: await shown((await withOwners([exact])).filter(isWanted(query))), next_cursor: '' };
  const isAny = filtersOf(query).length === 0 && query.q === undefined;
  const { items, next_cursor } = await pageThrough<Row>(context, 'account', query, {
    read: async (stretch) => {
      const { rows, isMore } = await accountsByAge(stretch);
      return { rows: await withOwners(rows), isMore };
    },
    place: ({ account }) => ({ id: account.account_id, name: account.created_at }),
    keep: isAny ? undefined : isWanted(query),
  });
  return { accounts: await shown(items), next_cursor };
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
