import { announceDebit } from '#lib/domain/billing/autopay/announce.ts';
import { post } from '#lib/domain/billing/wallets/post.ts';
import { commitEffect } from '#lib/domain/platform/commit.ts';
import { retryOnContention } from '#lib/domain/platform/retry.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { type BookRecord, type MeteringRecord, putMetering, putSpend, readBook } from '#lib/store/billing/metering.ts';
import { changeAccountStatus, noteBudget, type WalletRecord } from '#lib/store/billing/wallets.ts';
import { getAccount } from '#lib/store/identity/accounts.ts';
import type { Write } from '#lib/store/platform/write.ts';
import { burnRate, type Charge, metersAt, nextCharge, total } from './charge.ts';
import { compact } from './compact.ts';
import { effectsOf } from './notices.ts';
import { assessBalance, assessBudget, grace, initialStanding, type Notice } from './standing.ts';
import { dueForHour, termsOf } from './terms.ts';

/** Stops every running machine of an account. */
export type StopAll = (account: string, now: Date) => Promise<unknown>;

/**
 * Charges an account for its use up to `now`, or up to the full hour where that is what it is due for, in one
 * transaction for each hour, or for each day when hours were missed. Every second is charged once, also when runs
 * overlap or crash. An account whose wallet has been empty for an hour is suspended, and its machines are stopped.
 */
export async function debit(account: string, now: Date, stopAll: StopAll): Promise<void> {
  let book: BookRecord | undefined;
  do book = await retryOnContention(() => debitOnce(account, now));
  while (book && (book.metering?.through ?? 0) < termsOf(account, book, now).until);
  if (book?.metering?.standing.suspended) await stopAll(account, now);
  if (book) await compact(account, book);
}

/** Commits one charge. Returns the account's records after it, or undefined when the account has no wallet. */
async function debitOnce(account: string, now: Date): Promise<BookRecord | undefined> {
  const book = await readBook(account);
  const { wallet, metering } = book;
  if (!wallet) return undefined;
  const { until, delay } = termsOf(account, book, now);
  const charge = nextCharge(account, book, until);
  const posted = charge.to + delay;
  const moment = new Date(posted * 1000);
  const { standing, notices, over } = assess(book, wallet, charge, posted);
  const next = { account_id: account, through: charge.to, standing, due: dueAfter(account, book, charge, standing) };
  const autopay = await announceDebit(book, wallet.balance_paise - charge.paise, now);
  if (metering && isDone(metering, next, charge) && autopay.writes.length === 0) return book;
  const noticed = await effectsOf(account, [...notices, ...autopay.notices]);
  const writes = [
    putMetering(metering, next),
    ...debited(wallet, charge, over, { moment, version: metering?.version ?? 0 }),
    ...(standing.suspended && !metering?.standing.suspended ? await suspend(account, moment) : []),
    ...autopay.writes,
  ];
  await commitEffect({ writes, ...noticed });
  book.metering = { ...next, version: (metering?.version ?? 0) + 1 };
  book.spends.set(charge.spend.month, charge.spend);
  return book;
}

/** Whether another run has already charged this period and stored the same standing. */
const isDone = ({ through, due, standing }: MeteringRecord, next: Omit<MeteringRecord, 'version'>, { paise }: Charge) =>
  paise === 0 &&
  through === next.through &&
  due === next.due &&
  JSON.stringify(standing) === JSON.stringify(next.standing);

function assess(book: BookRecord, wallet: WalletRecord, { to, paise, spend }: Charge, posted: number) {
  const balance = wallet.balance_paise - paise;
  const burn = burnRate(book, new Date(to * 1000));
  const money = assessBalance(book.metering?.standing ?? initialStanding, balance, burn, posted);
  const budget = assessBudget(money.standing, book.budget, spend.month, total(spend.by_service));
  const notices: Notice[] = [...money.notices, ...budget.notices];
  return { standing: budget.standing, notices, over: budget.over };
}

/**
 * When the account is charged next: for the full hour while it has billable resources, or earlier if the grace period
 * of an empty wallet ends before.
 */
function dueAfter(account: string, book: BookRecord, { to }: Charge, standing: MeteringRecord['standing']) {
  const { empty_since, suspended } = standing;
  const costs = metersAt(book, to).some(({ price_paise }) => price_paise > 0);
  const later = book.marks.some(({ at }) => at > to);
  const hour = dueForHour(account, to);
  const end = empty_since === null || suspended ? Number.POSITIVE_INFINITY : Math.max(to + 1, empty_since + grace);
  const due = Math.min(costs || later ? hour : Number.POSITIVE_INFINITY, end);
  return Number.isFinite(due) ? rfc3339(new Date(due * 1000)) : null;
}

interface Posted {
  readonly moment: Date;
  readonly version: number;
}

function debited(wallet: WalletRecord, charge: Charge, over_budget: string | null, { moment, version }: Posted) {
  if (charge.paise !== 0) {
    const entry = post(wallet, usage(charge, version), moment, { over_budget });
    return [putSpend(charge.spend), ...entry.writes];
  }
  return (wallet.over_budget ?? null) === over_budget ? [] : [noteBudget(wallet.account_id, over_budget)];
}

async function suspend(account: string, now: Date): Promise<Write[]> {
  const record = await getAccount(account);
  return record?.status === 'active' ? [changeAccountStatus(account, 'active', 'suspended', rfc3339(now))] : [];
}

const timeFormat = new Intl.DateTimeFormat('en-IN', {
  dateStyle: 'medium',
  timeStyle: 'medium',
  timeZone: 'Asia/Kolkata',
});

const usage = ({ from, to, paise }: Charge, version: number) => ({
  source: `METER#${from}#${version}`,
  type: 'usage' as const,
  description: `usage from ${timeFormat.format(from * 1000)} to ${timeFormat.format(to * 1000)} IST`,
  lines: [
    { account: 'wallet' as const, amount_paise: -paise },
    { account: 'revenue' as const, amount_paise: paise },
  ],
});
