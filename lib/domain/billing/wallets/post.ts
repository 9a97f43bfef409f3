import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { newId } from '#lib/model/platform/ids.ts';
import { setting } from '#lib/model/platform/settings.ts';
import { placeOf } from '#lib/model/platform/spread.ts';
import {
  type LedgerEntry,
  openWallet,
  postEntry,
  type Terms,
  type WalletRecord,
  walletPart,
} from '#lib/store/billing/wallets.ts';
import type { Write } from '#lib/store/platform/write.ts';

/** A posting to an account's ledger. The rest of the entry follows from the wallet and the time. */
export type Posting = Pick<LedgerEntry, 'source' | 'type' | 'description' | 'lines' | 'order_id' | 'invoice_id'>;

export interface Posted {
  entry: LedgerEntry;
  /** The wallet after the entry. A second posting can build on it. */
  wallet: WalletRecord;
  /** Throws AlreadyPosted when the source has an entry, and Stale when the wallet has changed. */
  writes: Write[];
}

/** Posts to the ledger of a wallet as it was read. Throws when the lines do not sum to zero in whole paise. */
export function post(wallet: WalletRecord, posting: Posting, now: Date, terms: Terms = {}): Posted {
  const { entry, next } = walletAfter(wallet, posting, now, terms);
  return { entry, wallet: next, writes: postEntry(wallet, entry, next, terms) };
}

/** Opens an account's wallet, with a first posting if given. */
function open(account_id: string, now: Date, posting?: Posting): Write[] {
  const empty = { account_id, balance_paise: 0, available_paise: 0, credit_paise: 0, entries: 0, last_entry_ms: 0 };
  if (!posting) return openWallet(empty);
  const { entry, next } = walletAfter(empty, posting, now, {});
  return openWallet(next, entry);
}

function walletAfter(wallet: WalletRecord, posting: Posting, now: Date, { releases = [] }: Terms) {
  checkLines(posting);
  const change = walletPart(posting);
  const released = releases.reduce((sum, { amount_paise }) => sum + amount_paise, 0);
  const at = new Date(Math.max(now.getTime(), wallet.last_entry_ms + 1));
  const next: WalletRecord = {
    ...wallet,
    balance_paise: wallet.balance_paise + change,
    available_paise: wallet.available_paise + change + released,
    credit_paise: creditLeft(wallet, posting),
    entries: wallet.entries + 1,
    last_entry_ms: at.getTime(),
    reconcile_at: wallet.reconcile_at ?? nightAfter(wallet.account_id, at),
  };
  const entry: LedgerEntry = {
    id: newId('transaction', at),
    account_id: wallet.account_id,
    number: next.entries,
    ...posting,
    at: rfc3339(at),
    balance_after_paise: next.balance_paise,
  };
  return { entry, next };
}

/** The remaining granted credit, which is used before paid credit. */
function creditLeft({ credit_paise }: WalletRecord, { type, lines }: Posting): number {
  const granted = lines.reduce((sum, line) => sum - (line.account === 'promotion' ? line.amount_paise : 0), 0);
  const used = type === 'usage' ? walletPart({ lines }) : 0;
  return Math.max(0, credit_paise + granted + used);
}

function checkLines({ source, lines }: Posting): void {
  const isWhole = lines.every(({ amount_paise }) => Number.isSafeInteger(amount_paise));
  const sum = lines.reduce((total, { amount_paise }) => total + amount_paise, 0);
  if (!isWhole || sum !== 0)
    throw new Error(`${source}: the lines of an entry must sum to 0 in whole paise, not ${sum}`);
}

const day = 24 * 3600 * 1000;

/** The time of day (UTC) from which ledgers are reconciled: 20:30 UTC, 02:00 IST. */
const hour = 20.5 * 3600 * 1000;

/**
 * The time (RFC 3339) of an account's first nightly reconciliation after a moment. In a deployment accounts are spread
 * over SVC_SPREAD seconds from 02:00 IST on.
 */
export function nightAfter(account: string, at: Date): string {
  const time = hour + placeOf(account, setting('SVC_SPREAD')) * 1000;
  return rfc3339(new Date((Math.floor((at.getTime() - time) / day) + 1) * day + time));
}

/**
 * Opens a new account's wallet with the sign-up credit, SVC_SIGNUP_CREDIT_PAISE (₹500 by default), posted as a
 * promotion.
 */
export function openWalletWithCredit(account: string, now: Date): Write[] {
  const credit = setting('SVC_SIGNUP_CREDIT_PAISE');
  if (credit === 0) return open(account, now);
  return open(account, now, {
    source: 'sign-up',
    type: 'credit',
    description: 'sign-up credit',
    lines: [
      { account: 'promotion', amount_paise: -credit },
      { account: 'wallet', amount_paise: credit },
    ],
  });
}
