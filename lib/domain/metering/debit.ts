import { fresh } from '#lib/domain/context.ts';
import { post } from '#lib/domain/wallets/post.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { nextIstHour } from '#lib/model/ist.ts';
import { type BookRecord, putMetering, putSpend, readBook } from '#lib/store/metering.ts';
import { transact } from '#lib/store/write.ts';
import { type Charge, metersAt, nextCharge } from './charge.ts';
import { compact } from './compact.ts';

/**
 * Charges an account for all that it has used up to now: one transaction for each hour that went by, or each day where
 * nobody charged it hourly. Any second is charged once, whoever else does the same, and whatever crashes in between.
 */
export async function debit(account: string, now: Date): Promise<void> {
  let book: BookRecord | undefined;
  do book = await fresh(() => debitOnce(account, now));
  while (book && (book.metering?.through ?? 0) < Math.floor(now.getTime() / 1000));
  if (book) await compact(account, book);
}

/** One such transaction; the book as it is then, or undefined where the account has no wallet. */
async function debitOnce(account: string, now: Date): Promise<BookRecord | undefined> {
  const book = await readBook(account);
  const { wallet, metering } = book;
  if (!wallet) return undefined;
  const charge = nextCharge(account, book, Math.floor(now.getTime() / 1000));
  const moment = new Date(charge.to * 1000);
  const costs = metersAt(book, charge.to).some(({ price_paise }) => price_paise > 0);
  const later = book.marks.some(({ at }) => at > charge.to);
  const due = costs || later ? rfc3339(nextIstHour(moment)) : null;
  const next = { account_id: account, through: charge.to, due };
  await transact([
    putMetering(metering, next),
    ...(charge.paise === 0
      ? []
      : [putSpend(charge.spend), ...post(wallet, usage(charge, metering?.version ?? 0), moment).writes]),
  ]);
  book.metering = { ...next, version: (metering?.version ?? 0) + 1 };
  book.spends.set(charge.spend.month, charge.spend);
  return book;
}

const clock = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'Asia/Kolkata' });

const usage = ({ from, to, paise }: Charge, version: number) => ({
  source: `METER#${from}#${version}`,
  type: 'usage' as const,
  description: `usage from ${clock.format(from * 1000)} to ${clock.format(to * 1000)} IST`,
  lines: [
    { account: 'wallet' as const, amount_paise: -paise },
    { account: 'revenue' as const, amount_paise: paise },
  ],
});
