import * as z from 'zod';
import { inviteMember } from '#lib/domain/identity/teams/invite.ts';
import { route } from '#lib/edge/route.ts';
import { newInvite, teamRole } from '#lib/model/identity/team.ts';
import { email } from '#lib/model/identity/user.ts';

/**
 * Invites an address to the account, by mail; only this reply shows the token. 403 email_not_verified, or for a role
 * that allows more than the caller may do; 409 for a member or a pending invite; 403 quota_exceeded.
 */
export const handler = route(
  {
    name: 'inviteMember',
    action: 'team:InviteMember',
    resource: () => 'team',
    created: (_, { id }) => `team/invite/${id}`,
    body: z.strictObject({
      email: email.meta({ 'x-immutable': true }),
      role: teamRole.meta({ 'x-immutable': true }),
    }),
    verified: true,
    dryRun: true,
    reply: newInvite,
    status: 201,
    spends: true,
  },
  (context, { body }) => inviteMember(context, body),
);
