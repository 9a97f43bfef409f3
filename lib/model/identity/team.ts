import * as z from 'zod';
import { accountId, id, stamps, timestamp } from '#lib/model/platform/common.ts';
import { roles } from '#lib/model/platform/principal.ts';
import { rolePolicies, type TeamRole } from './policy/managed.ts';

/** The roles of an invite or a member; all roles but owner. */
export const teamRole = z.enum(Object.keys(rolePolicies) as [TeamRole, ...TeamRole[]]);

/** Invite (contract 2, contract 3.8). */
export const invite = z.strictObject({
  id: id('invite'),
  ...stamps,
  email: z.string(),
  role: teamRole,
  status: z.enum(['pending', 'accepted', 'revoked', 'expired']),
  status_reason: z.string().nullable(),
  allowed_actions: z.array(z.string()),
  invited_by: z.string(),
  expires_at: timestamp,
});
export type Invite = z.infer<typeof invite>;

/** An invite as only its creation shows it: with the token and the URL of the page that accepts it. */
export const newInvite = invite.extend({ token: z.string(), join_url: z.url() });
export type NewInvite = z.infer<typeof newInvite>;

/** The public information on an invite, for a caller with its token. */
export const inviteInfo = z.strictObject({
  account_name: z.string(),
  email: z.string(),
  role: teamRole,
  invited_by: z.string(),
  expires_at: timestamp,
  status: invite.shape.status,
});
export type InviteInfo = z.infer<typeof inviteInfo>;

/** The reply to the acceptance of an invite. */
export const joined = z.strictObject({ account_id: accountId, role: z.enum(roles), member_id: id('member') });
export type Joined = z.infer<typeof joined>;

/** Member (contract 2). */
export const member = z.strictObject({
  id: id('member'),
  ...stamps,
  user_id: id('user'),
  email: z.string(),
  name: z.string().nullable(),
  role: z.enum(roles),
  joined_at: timestamp,
});
export type Member = z.infer<typeof member>;
