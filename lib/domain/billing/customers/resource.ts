import { type Customer, countedQuotas } from '#lib/model/billing/customer.ts';
import { notFound } from '#lib/model/platform/errors.ts';
import type { Quota } from '#lib/model/platform/quota.ts';
import {
  type CustomerRecords,
  type Holdings,
  holdingsOf,
  ownersOf,
  readCustomer,
} from '#lib/store/billing/customers.ts';
import type { AccountRecord, UserRecord } from '#lib/store/identity/accounts.ts';
import { readQuotas } from '#lib/store/platform/quotas.ts';

/** An account that exists, with its wallet. */
export type Found = CustomerRecords & { account: AccountRecord };

/** The account of this id; 404 where there is none. */
export async function findCustomer(id: string): Promise<Found> {
  const found = await readCustomer(id);
  if (!found.account) throw notFound('account', id);
  return { ...found, account: found.account };
}

/** An account as replies show it, with all its quotas. */
export async function customerOf(account: AccountRecord): Promise<Customer> {
  const [[owner], { holdings, operators }, quotas] = await Promise.all([
    ownersOf([account]),
    holdingsOf([account], countedQuotas),
    readQuotas(account.account_id),
  ]);
  return { ...toCustomer(account, owner, holdings[0], operators), quotas };
}

/** The same, after a change that sets the wallet's balance or the quotas. */
export async function changedCustomer(
  account: AccountRecord,
  change: { added_paise?: number; limits?: Readonly<Record<string, number>> },
): Promise<Customer> {
  const shown = await customerOf(account);
  const { added_paise = 0, limits = {} } = change;
  return {
    ...shown,
    balance_paise: shown.balance_paise + added_paise,
    available_paise: shown.available_paise + added_paise,
    quotas: (shown.quotas ?? []).map((row: Quota) => ({ ...row, limit: limits[row.name] ?? row.limit })),
  };
}

/** An account as lists show it. */
export function toCustomer(
  { account_id, name, status, blocked, created_at, updated_at }: AccountRecord,
  owner: UserRecord | undefined,
  { wallet, used }: Holdings = { wallet: undefined, used: {} },
  operators: readonly string[] = [],
): Customer {
  const { instances = 0, volumes = 0, buckets = 0, elastic_ips = 0 } = used;
  return {
    id: account_id,
    name,
    email: owner?.email ?? null,
    email_verified: owner?.email_verified ?? false,
    status,
    status_reason: blocked?.reason ?? null,
    operator: operators.includes(account_id),
    balance_paise: wallet?.balance_paise ?? 0,
    available_paise: wallet?.available_paise ?? 0,
    currency: 'INR',
    counts: { instances, volumes, buckets, elastic_ips },
    quotas: null,
    created_at,
    updated_at,
  };
}
