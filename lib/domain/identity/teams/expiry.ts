import { forEachDue } from '#lib/domain/platform/operations/for-each.ts';
import { civilNow, rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { dueInvites, nextInviteExpiry } from '#lib/store/identity/invites.ts';
import { settleExpired } from './resource.ts';

/** Settles every invite that expired. Its address may then be invited again. */
export async function expireInvites(): Promise<{ next_at: string | null }> {
  const now = civilNow();
  await forEachDue(dueInvites(rfc3339(now)), (invite) => settleExpired(invite, now));
  return { next_at: await nextInviteExpiry() };
}
