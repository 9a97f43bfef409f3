import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { newId } from '#lib/model/platform/ids.ts';
import type { Role } from '#lib/model/platform/principal.ts';
import type { UserRecord } from '#lib/store/identity/accounts.ts';
import { createMember, type MemberRecord, removeMember } from '#lib/store/identity/members.ts';
import { keys } from '#lib/store/keys.ts';
import type { OfGeneration } from '#lib/store/platform/generations.ts';
import { claimUnique, freeUnique } from '#lib/store/platform/uniques.ts';
import { require, type Write } from '#lib/store/platform/write.ts';

/** The noun of the unique claim that ensures that an address belongs to one member of an account. */
const noun = 'member';

const alreadyMember = (email: string, holder: string) =>
  new ApiError('already_exists', `email: ${email} is already a member of this account as ${holder}`);

/**
 * The membership of a user who joins an account now. Its generation is that of `made`: the account itself or an invite.
 */
export function newMember(
  { account_id, account_generation = 0 }: OfGeneration & { account_id: string },
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

/** Stores a membership; 409 where the user or the address is a member. */
export const join = (member: MemberRecord): Write[] => [
  claimUnique(member.account_id, noun, member.email, member.id, (holder) => alreadyMember(member.email, holder)),
  createMember(member, (old) => alreadyMember(member.email, old?.id ?? '')),
];

/** Ends a membership. The address may be invited again. */
export const leave = (member: MemberRecord): Write[] => [
  removeMember(member),
  freeUnique(member.account_id, noun, member.email, member.id),
];

/** Condition: the address belongs to no member; 409 where it does. */
export const isNoMember = (account: string, email: string): Write =>
  require(keys.unique(account, noun, email), [['pk', 'absent']], (old) => alreadyMember(email, old?.id ?? ''));
