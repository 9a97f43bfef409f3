import { blocked } from '#lib/domain/identity/sessions/principal.ts';
import type { Context } from '#lib/domain/platform/context.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import type { Joined } from '#lib/model/identity/team.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { readOwner, type UserRecord } from '#lib/store/identity/accounts.ts';
import type { InviteRecord } from '#lib/store/identity/invites.ts';
import { getMember } from '#lib/store/identity/members.ts';
import { takeQuota } from '#lib/store/platform/quotas.ts';
import { join, newMember } from './join.ts';
import {
  expiredInvite,
  hasExpired,
  inviteByToken,
  memberEvent,
  settleWrites,
  toMember,
  unknownInvite,
} from './resource.ts';

/**
 * Makes the caller a member of the account of an invite. A repeated acceptance by the same user gets the same reply.
 * 403 for IAM users and for a user with an address other than the invited one; 404 for an unknown token, 410 for an
 * expired invite, 409 for a member, 403 over quota.
 */
export function acceptInvite(context: Context, { token }: { token: string }): Promise<Joined> {
  const { principal } = context;
  if (principal.type === 'iam') {
    throw new ApiError('access_denied', `user ${principal.name} is an IAM user of one account and cannot join another`);
  }
  return retryOnConflict(async () => {
    const [invite, { user, account }] = await inviteByToken(token, context.now, (id) => readOwner(principal.id, id));
    if (invite.status === 'accepted') return acceptedBefore(invite, principal.id);
    if (hasExpired(invite, context.now)) throw expiredInvite(invite);
    if (!user || !account) throw unknownInvite();
    if (user.email !== invite.email) throw otherAddress(invite);
    const refusal = blocked(user, account);
    if (refusal) throw refusal;
    return joinAccount(context, invite, user);
  });
}

function joinAccount(context: Context, invite: InviteRecord, user: UserRecord): Promise<Joined> {
  const { account_id, role } = invite;
  const member = newMember(invite, user, role, context.now);
  const accepted = { user_id: user.id, member_id: member.id };
  return context.commit({
    writes: [
      ...settleWrites(invite, { status: 'accepted', updated_at: rfc3339(context.now), accepted }),
      ...join(member),
      takeQuota(account_id, 'members'),
    ],
    announcements: [memberEvent('member_joined', toMember(member))],
    reply: { account_id, role, member_id: member.id },
    affects: [account_id],
  });
}

/**
 * Repeats the reply of an earlier acceptance while its membership exists. An old invite does not readmit a removed
 * member.
 */
async function acceptedBefore({ account_id, accepted }: InviteRecord, user: string): Promise<Joined> {
  const member = accepted?.user_id === user ? await getMember(account_id, user) : undefined;
  if (!member || member.id !== accepted?.member_id) throw unknownInvite();
  return { account_id, role: member.role, member_id: member.id };
}

const otherAddress = ({ id }: InviteRecord) =>
  new ApiError('access_denied', `invite ${id} is for another e-mail address; log in with the one that it was sent to`);
