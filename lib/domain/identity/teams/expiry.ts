import { forEach } from '#lib/domain/platform/operations/for-each.ts';
import { announce } from '#lib/domain/platform/webhooks/announce.ts';
import { civilNow, rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { dueInvites, type InviteRecord, nextInviteExpiry } from '#lib/store/identity/invites.ts';
import { Stale, transact } from '#lib/store/platform/write.ts';
import { settled, toInvite } from './resource.ts';

/** Whether an invite's time is over, whether or not somebody has noted it. */
export const isOver = ({ status, expires_at }: InviteRecord, now: Date): boolean =>
  status === 'expired' || (status === 'pending' && expires_at <= rfc3339(now));

/** Settles every invite that nobody accepted in time: its address may be invited again. */
export async function expireInvites(): Promise<{ next_at: string | null }> {
  const now = civilNow();
  await forEach(dueInvites(rfc3339(now)), (invite) => settleOver(invite, now));
  return { next_at: await nextInviteExpiry() };
}

/** Settles an invite that is over, by its time or as one of an earlier generation, unless somebody else just settled it. */
export async function settleOver(invite: InviteRecord, now: Date): Promise<void> {
  const status = invite.status === 'revoked' ? 'revoked' : 'expired';
  const outcome = { status, updated_at: rfc3339(now) } as const;
  const news = announce(invite.account_id, `team.invite_${status}`, toInvite({ ...invite, ...outcome }), now);
  try {
    await transact([...settled(invite, outcome), news]);
  } catch (error) {
    if (!(error instanceof Stale)) throw error;
  }
}
