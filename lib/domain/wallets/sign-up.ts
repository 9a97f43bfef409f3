import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { newId } from '#lib/model/ids.ts';
import { openWallet } from '#lib/store/wallets.ts';
import type { Write } from '#lib/store/write.ts';

/** Opens a new account's wallet with SVC_SIGNUP_CREDIT_PAISE (₹500 by default), as a promotion that the ledger accounts for. */
export function openWalletWithCredit(account: string, now: Date): Write[] {
  const credit = signUpCredit();
  return openWallet(account, credit, {
    id: newId('transaction', now),
    type: 'credit',
    description: 'sign-up credit',
    at: rfc3339(now),
    lines: [
      { account: 'promotion', amount_paise: -credit },
      { account: 'wallet', amount_paise: credit },
    ],
  });
}

function signUpCredit(): number {
  const paise = Number(process.env.SVC_SIGNUP_CREDIT_PAISE ?? 50_000);
  if (!Number.isSafeInteger(paise) || paise < 0)
    throw new Error('SVC_SIGNUP_CREDIT_PAISE must be a whole number of paise');
  return paise;
}
