import { setting } from '#lib/model/platform/settings.ts';
import type { Write } from '#lib/store/platform/write.ts';
import { open } from './post.ts';

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
