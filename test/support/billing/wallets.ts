import { type Posted, type Posting, post } from '#lib/domain/billing/wallets/post.ts';
import { civilNow } from '#lib/drivers/clocks/civil.ts';
import { getWallet, type LedgerEntry, type Terms, type WalletRecord } from '#lib/store/billing/wallets.ts';
import { keys } from '#lib/store/keys.ts';
import { all } from '#lib/store/platform/read.ts';
import { Stale, transact } from '#lib/store/platform/write.ts';

/** The wallet of an account. */
export async function walletOf(account: string): Promise<WalletRecord> {
  return (await getWallet(account))!;
}

/** Every entry of an account's books, in order. */
export async function booksOf(account: string): Promise<LedgerEntry[]> {
  const entries: LedgerEntry[] = [];
  for (const { pk } of [keys.ledger(account, ''), keys.usage(account, '')]) {
    for await (const entry of all<LedgerEntry>({ pk })) entries.push(entry);
  }
  return entries.sort((a, b) => a.number - b.number);
}

/** A debit of so many paise for usage. */
export const usage = (source: string, paise: number): Posting => ({
  source,
  type: 'usage',
  description: 'usage',
  lines: [
    { account: 'wallet', amount_paise: -paise },
    { account: 'revenue', amount_paise: paise },
  ],
});

/** A credit of so many paise, as a gift. */
export const credit = (source: string, paise: number): Posting => ({
  source,
  type: 'credit',
  description: 'credit',
  lines: [
    { account: 'promotion', amount_paise: -paise },
    { account: 'wallet', amount_paise: paise },
  ],
});

/** Posts into an account's books. Reads and tries again while other writes come between. */
export async function posting(account: string, what: Posting, terms: Terms = {}): Promise<Posted> {
  for (;;) {
    const posted = post(await walletOf(account), what, civilNow(), terms);
    try {
      await transact(posted.writes);
      return posted;
    } catch (error) {
      if (!(error instanceof Stale)) throw error;
    }
  }
}
