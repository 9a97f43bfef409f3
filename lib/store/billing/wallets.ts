import type { LedgerAccount, TransactionType } from '#lib/model/billing/wallet.ts';
import type { AccountRecord } from '#lib/store/identity/accounts.ts';
import { keys, reconcileIndex } from '#lib/store/keys.ts';
import type { Clause } from '#lib/store/platform/expressions.ts';
import { get } from '#lib/store/platform/read.ts';
import { create, remove, require, Stale, update, type Write } from '#lib/store/platform/write.ts';

/** Integer paise throughout; `available_paise` is the balance less what is held. */
export interface WalletRecord {
  account_id: string;
  balance_paise: number;
  available_paise: number;
  /** What is left of what was given rather than paid; it is used first. */
  credit_paise: number;
  /** The month (IST) whose budget is used up, where the account wants nothing new then. */
  over_budget?: string | null;
  /** Entries posted so far. */
  entries: number;
  /** When the last of them was (civil clock, epoch milliseconds): none is dated before the one before it. */
  last_entry_ms: number;
  /** When the books are next summed up against it (RFC 3339); absent where they were since the last entry. */
  reconcile_at?: string;
}

/** One entry of the double-entry ledger: its lines sum to zero. Append-only: nothing ever changes or removes one. */
export interface LedgerEntry {
  id: string;
  account_id: string;
  /** Its place in the account's books, from 1, without a gap. */
  number: number;
  /** What it accounts for: no two entries of an account have the same. */
  source: string;
  type: TransactionType;
  description: string;
  at: string;
  lines: { account: LedgerAccount; amount_paise: number }[];
  balance_after_paise: number;
  order_id?: string;
  invoice_id?: string;
}

/** Thrown where a source has its entry already. */
export class AlreadyPosted extends Error {
  readonly entry_id: string;
  constructor(entry_id: string) {
    super(`posted already as ${entry_id}`);
    this.name = 'AlreadyPosted';
    this.entry_id = entry_id;
  }
}

/** What an entry ends and needs besides. */
export interface Terms {
  /** Holds that it settles: each is released with it. */
  releases?: readonly Hold[];
  /** The month whose budget it uses up, or null for none; absent where it does not matter. */
  over_budget?: string | null;
  /** For a voluntary debit: what is thrown where less is available than it takes. Metering has none, and may go below zero. */
  refuse?: (available: number) => Error;
}

export interface Hold {
  operation: string;
  amount_paise: number;
}

export const getWallet = (account: string) => get<WalletRecord>(keys.wallet(account));

/** What an entry does to the wallet: the sum of its lines on it. */
export const walletPart = ({ lines }: Pick<LedgerEntry, 'lines'>): number =>
  lines.reduce((sum, line) => sum + (line.account === 'wallet' ? line.amount_paise : 0), 0);

/** Debits for what was used stand apart, so that a history of credits costs what there are of them. */
const entryKey = ({ account_id, id, type }: LedgerEntry) =>
  type === 'usage' ? keys.usage(account_id, id) : keys.ledger(account_id, id);

const appended = (entry: LedgerEntry): Write[] => [
  create(
    { ...keys.posted(entry.account_id, entry.source), entry_id: entry.id },
    (old) => new AlreadyPosted(String(old?.entry_id)),
  ),
  create({ ...entryKey(entry), ...entry }),
];

/** Opens a wallet; with its first entry where there is one. */
export function openWallet(wallet: WalletRecord, entry?: LedgerEntry): Write[] {
  return [
    create({ ...keys.wallet(wallet.account_id), ...wallet, ...queued(wallet.reconcile_at) }),
    ...(entry ? appended(entry) : []),
  ];
}

/**
 * Appends the next entry of a wallet's books and moves its balance, both or neither; AlreadyPosted where the source has
 * an entry, stale where another was appended since the wallet was read. `next` is the wallet with the entry counted in.
 */
export function postEntry(wallet: WalletRecord, entry: LedgerEntry, next: WalletRecord, terms: Terms = {}): Write[] {
  const { releases = [], refuse, over_budget } = terms;
  const moved = next.available_paise - wallet.available_paise;
  const { balance_paise, credit_paise, entries, last_entry_ms, reconcile_at } = next;
  return [
    ...appended(entry),
    update(
      keys.wallet(wallet.account_id),
      {
        set: {
          balance_paise,
          credit_paise,
          entries,
          last_entry_ms,
          reconcile_at,
          over_budget,
          ...queued(reconcile_at),
        },
        add: { available_paise: moved },
      },
      [['entries', '=', wallet.entries], ...(refuse ? ([['available_paise', '>=', -moved]] as const) : [])],
      (old) => (refuse && old?.entries === wallet.entries ? refuse(old.available_paise) : new Stale()),
    ),
    ...releases.map(({ operation }) => remove(keys.hold(wallet.account_id, operation), [['pk', 'exists']])),
  ];
}

const queued = (due: string | undefined) => due && { gsi1pk: reconcileIndex, gsi1sk: due };

/** What a creation asks of a wallet: so much available, and no budget of this month, where one is named, that is used up. */
export interface Demand {
  amount_paise: number;
  month: string | null;
}

const meets = ({ amount_paise, month }: Demand): Clause[] => [
  ['available_paise', '>=', amount_paise],
  ...(month === null ? [] : [budgetLeft(month)]),
];

const budgetLeft = (month: string): Clause => ({
  any: [[['over_budget', 'absent']], [['over_budget', '<>', month]]],
});

/** Requires that a month's budget is not used up. */
export const requireBudget = (account: string, month: string, refuse: WalletRefusal): Write =>
  require(keys.wallet(account), [budgetLeft(month)], (old) => refuse(old as WalletRecord | undefined));

/** Holds an amount for an operation; `refuse` is told what the wallet is. */
export function hold(account: string, operation: string, demand: Demand, refuse: WalletRefusal): Write[] {
  const { amount_paise } = demand;
  return [
    update(keys.wallet(account), { add: { available_paise: -amount_paise } }, meets(demand), (old) =>
      refuse(old as WalletRecord | undefined),
    ),
    create({ ...keys.hold(account, operation), operation, amount_paise }),
  ];
}

export type WalletRefusal = (wallet: WalletRecord | undefined) => Error;

/** Gives a hold back; it was taken by exactly one operation and is released by it once. */
export function releaseHold(account: string, operation: string, amount: number): Write[] {
  return [
    remove(keys.hold(account, operation), [['pk', 'exists']]),
    update(keys.wallet(account), { add: { available_paise: amount } }),
  ];
}

/** Requires what is demanded, and takes none of it. */
export const requireAvailable = (account: string, demand: Demand, refuse: WalletRefusal): Write =>
  require(keys.wallet(account), meets(demand), (old) => refuse(old as WalletRecord | undefined));

/** Notes which month's budget is used up (null for none). */
export const noteBudget = (account: string, over_budget: string | null): Write =>
  update(keys.wallet(account), { set: { over_budget } }, [['pk', 'exists']]);

/** Requires an account not to be suspended when the transaction is carried out. */
export const requireUnsuspended = (account: string, refuse: () => Error): Write =>
  require(keys.account(account), [['status', '<>', 'suspended']], refuse);

/** Suspends an account for want of money, or has it active again; stale where it is something else meanwhile. */
export const changeAccountStatus = (
  account: string,
  from: AccountRecord['status'],
  to: AccountRecord['status'],
  updated_at: string,
): Write => update(keys.account(account), { set: { status: to, updated_at } }, [['status', '=', from]]);
