import { accountOwner } from '#lib/domain/identity/accounts/owner.ts';
import type { Effect } from '#lib/domain/platform/commit.ts';
import { srn } from '#lib/model/platform/principal.ts';
import type { Notice } from './standing.ts';

/** The mail to the account's owner and the webhook events for these notices; empty without notices. */
export async function effectsOf(
  account: string,
  notices: readonly Notice[],
): Promise<Pick<Effect, 'announcements' | 'letters'>> {
  if (notices.length === 0) return {};
  const owner = await accountOwner(account);
  if (!owner) return {};
  return {
    announcements: notices.flatMap(({ letter, data, message }) => {
      const event = { account_id: account, resource: srn('billing', account, 'wallet'), message, data };
      const announced = letter.kind === 'mandate_notice' ? [{ ...event, type: 'autopay.announced' as const }] : [];
      return [{ ...event, type: `billing.${letter.kind}` as const }, ...announced];
    }),
    letters: notices.map(({ letter }) => ({ ...letter, to: owner.email })),
  };
}
