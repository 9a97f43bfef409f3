import { forEachDue } from '#lib/domain/platform/operations/for-each.ts';
import { civilNow, rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { allWork } from '#lib/model/platform/spread.ts';
import {
  type CheckpointRecord,
  checkpoint,
  dueWallets,
  entriesAfter,
  holdsOf,
  nextReconciliation,
  readBooks,
  saveDifference,
} from '#lib/store/billing/ledger.ts';
import type { LedgerEntry, WalletRecord } from '#lib/store/billing/wallets.ts';
import { nightAfter } from './post.ts';

/** Reports the findings of one account to the operator. */
export type Report = (account: string, findings: string[]) => void;

/** Accounts that are reconciled at the same time. */
const concurrency = 8;

/**
 * Reconciles the ledger of every account that has new entries against its wallet: each entry's lines sum to zero, no
 * entry is missing or duplicated, each balance follows from the previous one, and holds account for the difference
 * between balance and available amount. Differences are reported and recorded for operators, never corrected. Where
 * time runs out, the next call continues.
 */
export async function reconcileLedgers(report: Report, share = allWork): Promise<{ next_at: string | null }> {
  const now = civilNow();
  const work = ({ account_id }: { account_id: string }) => reconcile(account_id, now, report);
  await forEachDue(dueWallets(rfc3339(now)), work, { concurrency, share });
  return { next_at: await nextReconciliation(share) };
}

async function reconcile(account: string, now: Date, report: Report): Promise<void> {
  const before = await readBooks(account);
  if (!before.wallet) return;
  const since = before.checkpoint ?? { through: '', entries: 0, sums: {}, at: '' };
  const { entries } = before.wallet;
  const posted: LedgerEntry[] = [];
  for await (const entry of entriesAfter(account, since.through)) if (entry.number <= entries) posted.push(entry);
  posted.sort((a, b) => a.number - b.number);
  const sums = summed(since.sums, posted);
  const findings = [
    ...entryFindings(since, posted),
    ...walletFindings(before.wallet, sums, since.entries + posted.length),
    ...(await holdFindings(before.wallet)),
  ];
  const next = nightAfter(account, now);
  if (findings.length > 0) {
    report(account, findings);
    return saveDifference({ account_id: account, found_at: rfc3339(now), findings }, next);
  }
  const through = posted.at(-1)?.id ?? since.through;
  return checkpoint(before.wallet, { through, entries, sums, at: rfc3339(now) }, next);
}

function summed(from: Record<string, number>, posted: readonly LedgerEntry[]): Record<string, number> {
  const sums = { ...from };
  for (const { lines } of posted) {
    for (const { account, amount_paise } of lines) sums[account] = (sums[account] ?? 0) + amount_paise;
  }
  return sums;
}

function entryFindings(since: Pick<CheckpointRecord, 'entries' | 'sums'>, posted: readonly LedgerEntry[]): string[] {
  const findings: string[] = [];
  let [number, balance] = [since.entries, since.sums.wallet ?? 0];
  for (const entry of posted) {
    const sum = entry.lines.reduce((total, { amount_paise }) => total + amount_paise, 0);
    balance += entry.lines.reduce((own, line) => own + (line.account === 'wallet' ? line.amount_paise : 0), 0);
    if (sum !== 0) findings.push(`entry ${entry.id}: its lines sum to ${sum} paise, not 0`);
    if (entry.number !== number + 1) findings.push(`entry ${entry.id}: is number ${entry.number} after ${number}`);
    if (entry.balance_after_paise !== balance)
      findings.push(`entry ${entry.id}: says ${entry.balance_after_paise} paise after it, the sum is ${balance}`);
    number = entry.number;
  }
  return findings;
}

function walletFindings(wallet: WalletRecord, sums: Record<string, number>, counted: number): string[] {
  const balance = sums.wallet ?? 0;
  return [
    ...(wallet.balance_paise === balance
      ? []
      : [`the wallet has ${wallet.balance_paise} paise, its entries sum to ${balance}`]),
    ...(wallet.entries === counted ? [] : [`the wallet counts ${wallet.entries} entries, there are ${counted}`]),
  ];
}

/**
 * Compares the holds with the available amount. Holds change without an entry, so the comparison is valid only if the
 * wallet did not change while they were read.
 */
async function holdFindings({ account_id, balance_paise }: WalletRecord): Promise<string[]> {
  const { wallet: before } = await readBooks(account_id);
  const held = (await holdsOf(account_id)).reduce((sum, { amount_paise }) => sum + amount_paise, 0);
  const { wallet: after } = await readBooks(account_id);
  const stood =
    before?.available_paise === after?.available_paise &&
    before?.balance_paise === balance_paise &&
    after?.balance_paise === balance_paise;
  if (!stood || after?.available_paise === balance_paise - held) return [];
  return [`${after?.available_paise} paise are available of ${balance_paise}, of which ${held} are held`];
}
