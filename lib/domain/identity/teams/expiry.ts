import { forEach } from '#lib/domain/platform/operations/for-each.ts';
import { announce } from '#lib/domain/platform/webhooks/resource.ts';
import { civilNow, rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { dueInvites, type InviteRecord, nextInviteExpiry } from '#lib/store/identity/invites.ts';
import { transact, unlessStale } from '#lib/store/platform/write.ts';
import { settled, toInvite } from './resource.ts';

/** Whether an invite has expired, whether or not its record says so. */
export const isOver = ({ status, expires_at }: InviteRecord, now: Date): boolean =>
  status === 'expired' || (status === 'pending' && expires_at <= rfc3339(now));

/** Settles every invite that expired. Its address may then be invited again. */
export async function expireInvites(): Promise<{ next_at: string | null }> {
  const now = civilNow();
  await forEach(dueInvites(rfc3339(now)), (invite) => settleOver(invite, now));
  return { next_at: await nextInviteExpiry() };
}

/** Settles an invite that expired or is of an earlier generation. Does nothing where another request settled it. */
export async function settleOver(invite: InviteRecord, now: Date): Promise<void> {
  const status = invite.status === 'revoked' ? 'revoked' : 'expired';
  const outcome = { status, updated_at: rfc3339(now) } as const;
  const event = announce(invite.account_id, `team.invite_${status}`, toInvite({ ...invite, ...outcome }), now);
  await unlessStale(transact([...settled(invite, outcome), event]));
}
