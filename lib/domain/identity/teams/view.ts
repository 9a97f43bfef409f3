import type { Invite, Member } from '#lib/model/identity/team.ts';
import type { InviteRecord } from '#lib/store/identity/invites.ts';
import type { MemberRecord } from '#lib/store/identity/members.ts';

/** An invite as replies and webhooks show it, without its token. */
export function toInvite(record: InviteRecord): Invite {
  const { id, account_id, email, role, status, invited_by, expires_at, created_at, updated_at } = record;
  return {
    id,
    account_id,
    email,
    role,
    status,
    status_reason: null,
    allowed_actions: [],
    invited_by,
    expires_at,
    created_at,
    updated_at,
  };
}

/** A member as replies and webhooks show it. */
export function toMember({ version: _, ...record }: MemberRecord): Member {
  const { id, account_id, user_id, email, name, role, created_at, updated_at } = record;
  return { id, account_id, user_id, email, name, role, joined_at: created_at, created_at, updated_at };
}

/** An address as a stranger may see it: `a•••@example.com`. */
export const masked = (email: string): string => email.replace(/^(.).*(?=@)/u, '$1•••');
