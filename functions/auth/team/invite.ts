import * as z from 'zod';
import { inviteMember } from '#lib/domain/identity/teams/invite.ts';
import { route } from '#lib/edge/route.ts';
import { newInvite, teamRole } from '#lib/model/identity/team.ts';
import { email } from '#lib/model/identity/user.ts';

/**
 * Invites an address to the account, by mail; the token is shown here alone. 403 email_not_verified, or for a role that is
 * more than the caller's; 409 for a member, or somebody invited; 403 quota_exceeded.
 */
export const handler = route(
  {
    name: 'inviteMember',
    action: 'team:InviteMember',
    resource: () => 'team',
    body: z.strictObject({ email, role: teamRole }),
    verified: true,
    reply: newInvite,
    status: 201,
  },
  (context, { body }) => inviteMember(context, body),
);
