import type { Stored } from '#lib/store/entity.ts';
import type { AccountRecord } from '#lib/store/identity/accounts.ts';
import { reconcileIndex, shardOf } from '#lib/store/indexes.ts';
import { keys } from '#lib/store/keys.ts';
import type { Clause } from '#lib/store/platform/expressions.ts';
import { get } from '#lib/store/platform/read.ts';
import { changing, create, remove, require, Stale, update, type Write } from '#lib/store/platform/write.ts';
import type { holdRecord, ledgerEntry, walletRecord } from './wallets.entity.ts';

/** Amounts are integers in paise; `available_paise` is the balance minus the holds. */
export type WalletRecord = Stored<typeof walletRecord>;

/** An entry of the double-entry ledger. Its lines sum to zero. Entries are never changed or removed. */
export type LedgerEntry = Stored<typeof ledgerEntry>;

/** Thrown where a source already has an entry. */
export class AlreadyPosted extends Error {
  readonly entry_id: string;
  constructor(entry_id: string) {
    super(`posted already as ${entry_id}`);
    this.name = 'AlreadyPosted';
    this.entry_id = entry_id;
  }
}

/** What a posting changes besides the balance, and what it requires. */
export interface Terms {
  /** Holds that the entry settles and releases. */
  releases?: readonly Hold[];
  /** The month whose budget the entry uses up, or null for none; absent to leave it unchanged. */
  over_budget?: string | null;
  /**
   * The error where less is available than the entry debits. Metering has none, since usage may make the balance
   * negative.
   */
  refuse?: (available: number) => Error;
}

export type Hold = Stored<typeof holdRecord>;

export const getWallet = (account: string) => get(keys.wallet(account));

/** The change that an entry makes to the wallet's balance, in paise. */
export const walletPart = ({ lines }: Pick<LedgerEntry, 'lines'>): number =>
  lines.reduce((sum, line) => sum + (line.account === 'wallet' ? line.amount_paise : 0), 0);

/** Debits for usage have their own partition, so that reading credits does not become slower with usage. */
const entryKey = ({ account_id, id, type }: LedgerEntry) =>
  type === 'usage' ? keys.usage(account_id, id) : keys.ledger(account_id, id);

const appended = (entry: LedgerEntry): Write[] => [
  create(
    { ...keys.posted(entry.account_id, entry.source), entry_id: entry.id },
    (old) => new AlreadyPosted(String(old?.entry_id)),
  ),
  create({ ...entryKey(entry), ...entry }),
];

/** Opens a wallet, with its first entry if given. */
export function openWallet(wallet: WalletRecord, entry?: LedgerEntry): Write[] {
  return [
    create({ ...keys.wallet(wallet.account_id), ...wallet, ...queued(wallet.account_id, wallet.reconcile_at) }),
    ...(entry ? appended(entry) : []),
  ];
}

/**
 * Appends the next entry to a wallet's ledger and changes its balance, in one transaction. `next` is the wallet after
 * the entry. Throws AlreadyPosted where the source has an entry, and Stale where another entry was appended since the
 * wallet was read.
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
          ...queued(wallet.account_id, reconcile_at),
        },
        add: { available_paise: moved },
      },
      [['entries', '=', wallet.entries], ...(refuse ? ([['available_paise', '>=', -moved]] as const) : [])],
      (old) => (refuse && old?.entries === wallet.entries ? refuse(old.available_paise) : new Stale()),
    ),
    ...releases.map(({ operation }) => remove(keys.hold(wallet.account_id, operation), [['pk', 'exists']])),
  ];
}

/** Where an account's ledger is in the index while it is to be reconciled. */
export const reconcileShard = ({ account_id }: Pick<WalletRecord, 'account_id'>) => shardOf(reconcileIndex, account_id);

const queued = (account_id: string, due: string | undefined) =>
  due && { gsi1pk: reconcileShard({ account_id }), gsi1sk: due };

/**
 * What a creation requires of a wallet: an available amount and, if a month is given, that the month's budget is not
 * used up.
 */
export interface Demand {
  amount_paise: number;
  month: string | null;
}

const meets = ({ amount_paise, month }: Demand): Clause<WalletRecord>[] => [
  ['available_paise', '>=', amount_paise],
  ...(month === null ? [] : [budgetLeft(month)]),
];

const budgetLeft = (month: string): Clause<WalletRecord> => ({
  any: [[['over_budget', 'absent']], [['over_budget', '<>', month]]],
});

/** Refuses where the month's budget is used up. */
export const requireBudget = (account: string, month: string, refuse: WalletRefusal): Write =>
  require(keys.wallet(account), [budgetLeft(month)], (old) => refuse(old));

/** Holds an amount for an operation; `refuse` makes the error from the wallet. */
export function hold(account: string, operation: string, demand: Demand, refuse: WalletRefusal): Write[] {
  const { amount_paise } = demand;
  return [
    asking(
      update(keys.wallet(account), { add: { available_paise: -amount_paise } }, meets(demand), (old) => refuse(old)),
    ),
    create({ ...keys.hold(account, operation), operation, amount_paise }),
  ];
}

export type WalletRefusal = (wallet: WalletRecord | undefined) => Error;

/** Releases a hold. An operation takes and releases its hold once. */
export function releaseHold(account: string, operation: string, amount: number): Write[] {
  return [
    remove(keys.hold(account, operation), [['pk', 'exists']]),
    update(keys.wallet(account), { add: { available_paise: amount } }),
  ];
}

/** Refuses where the wallet does not meet the demand. Holds nothing. */
export const requireAvailable = (account: string, demand: Demand, refuse: WalletRefusal): Write =>
  asking(require(keys.wallet(account), meets(demand), (old) => refuse(old)));

const asking = (write: Write): Write => ({ ...write, asksMoney: true });

/** Records which month's budget is used up (null for none). */
export const noteBudget = (account: string, over_budget: string | null): Write =>
  update(keys.wallet(account), { set: { over_budget } }, [['pk', 'exists']]);

/** Refuses if the account is suspended when the transaction is committed. */
export const requireUnsuspended = (account: string, refuse: () => Error): Write =>
  require(keys.account(account), [['status', '<>', 'suspended']], refuse);

/** Suspends an account, or makes it active again. Stale when its status has changed. */
export const changeAccountStatus = (
  account: string,
  from: AccountRecord['status'],
  to: AccountRecord['status'],
  updated_at: string,
): Write =>
  changing(
    'account',
    { account_id: account, id: account, status: from },
    { account_id: account, id: account, status: to, updated_at },
    update(keys.account(account), { set: { status: to, updated_at } }, [['status', '=', from]]),
  );
