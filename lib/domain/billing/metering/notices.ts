import type { Effect } from '#lib/domain/platform/commit.ts';
import { announce } from '#lib/domain/platform/webhooks/announce.ts';
import { getAccount, getUser } from '#lib/store/identity/accounts.ts';
import type { Notice } from './standing.ts';

/** What tells an account's owner by mail, and the account's webhooks, of these notices; empty for no notices. */
export async function tell(
  account: string,
  notices: readonly Notice[],
  now: Date,
): Promise<Required<Pick<Effect, 'writes' | 'letters'>>> {
  if (notices.length === 0) return { writes: [], letters: [] };
  const record = await getAccount(account);
  const owner = record && (await getUser(record.owner_id));
  if (!owner) return { writes: [], letters: [] };
  return {
    writes: notices.map(({ kind, ...data }) => announce(account, `billing.${kind}`, data, now)),
    letters: notices.map((notice) => ({ ...notice, to: owner.email })),
  };
}
