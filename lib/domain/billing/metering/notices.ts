import { postLetters } from '#lib/domain/platform/mail/post.ts';
import { announce } from '#lib/domain/platform/webhooks/announce.ts';
import { getAccount, getUser } from '#lib/store/identity/accounts.ts';
import type { Write } from '#lib/store/platform/write.ts';
import type { Notice } from './standing.ts';

/** Tells an account's owner by mail and its webhooks, for the transaction that makes it so; nothing for no notices. */
export async function tell(account: string, notices: readonly Notice[], now: Date): Promise<Write[]> {
  if (notices.length === 0) return [];
  const record = await getAccount(account);
  const owner = record && (await getUser(record.owner_id));
  if (!owner) return [];
  return [
    ...(await postLetters(notices.map((notice) => ({ ...notice, to: owner.email })))),
    ...notices.map(({ kind, ...data }) => announce(account, `billing.${kind}`, data, now)),
  ];
}
