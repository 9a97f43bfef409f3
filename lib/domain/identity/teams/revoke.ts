import type { Context } from '#lib/domain/platform/context.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { ApiError, notFound } from '#lib/model/platform/errors.ts';
import { getInvite } from '#lib/store/identity/invites.ts';
import { hasExpired, inviteEvent, settleWrites, toInvite } from './resource.ts';

/** Revokes a pending invite and its token. 409 where the invite is no longer pending. */
export function revokeInvite(context: Context, { id }: { id: string }): Promise<{ id: string; deleted: true }> {
  return retryOnConflict(async () => {
    const { account_id } = context.principal;
    const invite = await getInvite(account_id, id, context.now);
    if (!invite) throw notFound('invite', id);
    const status = hasExpired(invite, context.now) ? 'expired' : invite.status;
    if (status !== 'pending') throw new ApiError('wrong_state', `invite ${id} is ${status}, not pending`);
    const outcome = { status: 'revoked', updated_at: rfc3339(context.now) } as const;
    return context.commit({
      writes: settleWrites(invite, outcome),
      announcements: [inviteEvent('invite_revoked', toInvite({ ...invite, ...outcome }))],
      reply: { id, deleted: true as const },
    });
  });
}
