import * as z from 'zod';
import { accountId, id, stamps, statusReason, timestamp } from '#lib/model/platform/common.ts';
import { exampleInviteToken } from '#lib/model/platform/example-token.ts';
import { roles } from '#lib/model/platform/principal.ts';
import { rolePolicies, type TeamRole } from './policy/managed.ts';

/** The roles of an invite or a member; all roles but owner. */
export const teamRole = z
  .enum(Object.keys(rolePolicies) as [TeamRole, ...TeamRole[]])
  .describe('What the member may do in the account.')
  .meta({ example: 'developer' });

/** Invite (contract 2, contract 3.8). */
export const invite = z.strictObject({
  id: id('invite').meta({ readOnly: true }),
  ...stamps,
  email: z.string().describe('The address that is invited.').meta({ example: 'ravi@example.in' }),
  role: teamRole,
  status: z
    .enum(['pending', 'accepted', 'revoked', 'expired'])
    .describe('The state of the invite.')
    .meta({ example: 'pending' }),
  status_reason: statusReason,
  allowed_actions: z
    .array(z.string())
    .describe('What the caller may do with the invite now.')
    .meta({ example: ['delete'] }),
  invited_by: z.string().describe('Who invited.').meta({ example: 'asha@example.in' }),
  expires_at: timestamp.describe('When it expires, in UTC.').meta({ example: '2026-11-28T04:10:00Z' }),
});
export type Invite = z.infer<typeof invite>;

/** An invite as only its creation shows it: with the token and the URL of the page that accepts it. */
export const newInvite = invite.extend({
  token: z
    .string()
    .describe('The token that accepts the invite. No other reply shows it.')
    .meta({ example: exampleInviteToken }),
  join_url: z
    .url()
    .describe('The page that accepts the invite.')
    .meta({ example: `https://console.example.in/join?token=${exampleInviteToken}` }),
});
export type NewInvite = z.infer<typeof newInvite>;

/** The public information on an invite, for a caller with its token. */
export const inviteInfo = z.strictObject({
  account_name: z.string().describe('The name of the account.').meta({ example: 'Blue Lotus Traders' }),
  email: z.string().describe('The address that is invited.').meta({ example: 'ravi@example.in' }),
  role: teamRole,
  invited_by: z.string().describe('Who invited.').meta({ example: 'asha@example.in' }),
  expires_at: timestamp.describe('When it expires, in UTC.').meta({ example: '2026-11-28T04:10:00Z' }),
  status: invite.shape.status,
});
export type InviteInfo = z.infer<typeof inviteInfo>;

/** The reply to the acceptance of an invite. */
export const joined = z.strictObject({
  account_id: accountId.describe('The account that was joined.'),
  role: z.enum(roles).describe('What the member may do in the account.').meta({ example: 'developer' }),
  member_id: id('member').describe('The id of the membership.'),
});
export type Joined = z.infer<typeof joined>;

/** Member (contract 2). */
export const member = z.strictObject({
  id: id('member').meta({ readOnly: true }),
  ...stamps,
  user_id: id('user').describe('The id of the user.'),
  email: z.string().describe("The user's e-mail address.").meta({ example: 'ravi@example.in' }),
  name: z.string().nullable().describe("The user's name; null where none is set.").meta({ example: 'Ravi' }),
  role: z.enum(roles).describe('What the member may do in the account.').meta({ example: 'developer' }),
  joined_at: timestamp.describe('When the member joined, in UTC.'),
});
export type Member = z.infer<typeof member>;
