import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { newId } from '#lib/model/platform/ids.ts';
import type { Role } from '#lib/model/platform/principal.ts';
import type { UserRecord } from '#lib/store/identity/accounts.ts';
import { createMember, type MemberRecord, removeMember } from '#lib/store/identity/members.ts';
import { keys } from '#lib/store/keys.ts';
import type { Made } from '#lib/store/platform/generations.ts';
import { claimUnique, freeUnique } from '#lib/store/platform/uniques.ts';
import { require, type Write } from '#lib/store/platform/write.ts';

/** What keeps an address from being a member's twice, or invited while it is one. */
const noun = 'member';

const already = (email: string, holder: string) =>
  new ApiError('already_exists', `email: ${email} is already a member of this account as ${holder}`);

/** The membership of a user who joins an account now, by what was made for it: the account itself, or an invite. */
export function newMember(
  { account_id, account_generation = 0 }: Made & { account_id: string },
  user: UserRecord,
  role: Role,
  now: Date,
): MemberRecord {
  const at = rfc3339(now);
  return {
    id: newId('member', now),
    account_id,
    user_id: user.id,
    email: user.email,
    name: user.name,
    role,
    account_generation,
    created_at: at,
    updated_at: at,
    version: 1,
  };
}

/** Makes a member of somebody; 409 where they, or their address, are one. */
export const join = (member: MemberRecord): Write[] => [
  claimUnique(member.account_id, noun, member.email, member.id, (holder) => already(member.email, holder)),
  createMember(member, (old) => already(member.email, old?.id ?? '')),
];

/** Ends a membership; the address may be invited again. */
export const leave = (member: MemberRecord): Write[] => [
  removeMember(member),
  freeUnique(member.account_id, noun, member.email, member.id),
];

/** Holds only as long as an address is no member's; 409 where it is. */
export const isNoMember = (account: string, email: string): Write =>
  require(keys.unique(account, noun, email), [['pk', 'absent']], (old) => already(email, old?.id ?? ''));
