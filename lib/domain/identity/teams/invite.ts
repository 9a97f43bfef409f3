import { allInOrder } from '#lib/domain/platform/all-in-order.ts';
import type { Context } from '#lib/domain/platform/context.ts';
import { joinUrl } from '#lib/domain/platform/mail/letters.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { hashToken } from '#lib/drivers/tokens/opaque.ts';
import type { TeamRole } from '#lib/model/identity/policy/managed.ts';
import type { NewInvite } from '#lib/model/identity/team.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { newId } from '#lib/model/platform/ids.ts';
import { getAccount } from '#lib/store/identity/accounts.ts';
import { createInvite, type InviteRecord, pendingInvites } from '#lib/store/identity/invites.ts';
import { takeQuota } from '#lib/store/platform/quotas.ts';
import { claimUnique } from '#lib/store/platform/uniques.ts';
import { mayGrant } from './grant.ts';
import { isNoMember } from './join.ts';
import { hasExpired, inviteEvent, newInviteToken, pendingInvite, settleExpired, toInvite } from './resource.ts';

/** The lifetime of an invite in milliseconds. */
const lifetime = 7 * 24 * 3600 * 1000;

/**
 * Invites an address to the caller's account, by mail. Only this reply shows the token. 403 email_not_verified, and for
 * a role that allows more than the caller may do; 409 for a member or a pending invite; 403 over quota.
 */
export function inviteMember(context: Context, input: { email: string; role: TeamRole }): Promise<NewInvite> {
  return retryOnConflict(async () => {
    const { account_id, account_generation } = context.principal;
    const unsettled = pendingInvites(account_id, account_generation);
    const [account, pending] = await allInOrder([getAccount(account_id), unsettled]);
    await mayGrant(context.principal, input.role);
    const expired = pending.filter((one) => one.status === 'revoked' || hasExpired(one, context.now));
    if (expired.length > 0) await context.claimed();
    for (const one of expired) await settleExpired(one, context.now);
    const { token, record } = newInvite(context, input);
    const invite = toInvite(record);
    const { email: to, role, invited_by } = record;
    return context.commit({
      writes: [
        isNoMember(account_id, record.email),
        claimUnique(account_id, pendingInvite, record.email, record.id, (holder) =>
          alreadyInvited(record.email, holder),
        ),
        takeQuota(account_id, 'pending_invites'),
        createInvite(record),
      ],
      announcements: [inviteEvent('invite_created', invite)],
      reply: { ...invite, token, join_url: joinUrl(token) },
      letters: [{ kind: 'team_invite', to, token, account_name: account?.name ?? account_id, invited_by, role }],
    });
  });
}

function newInvite({ principal, now }: Context, { email, role }: { email: string; role: TeamRole }) {
  const id = newId('invite', now);
  const token = newInviteToken(id, principal.account_id);
  const at = rfc3339(now);
  const record: InviteRecord = {
    id,
    account_id: principal.account_id,
    account_generation: principal.account_generation,
    email,
    role,
    status: 'pending',
    invited_by: principal.name,
    token_hash: hashToken(token),
    expires_at: rfc3339(new Date(now.getTime() + lifetime)),
    created_at: at,
    updated_at: at,
  };
  return { token, record };
}

const alreadyInvited = (email: string, holder: string) =>
  new ApiError('already_exists', `email: ${email} already has a pending invite ${holder}`);
