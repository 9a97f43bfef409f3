import type { Context } from '#lib/domain/platform/context.ts';
import { ApiError, notFound } from '#lib/model/platform/errors.ts';
import { type MemberRecord, membersOf } from '#lib/store/identity/members.ts';

/** A member of the caller's account who is not its owner; 404 for none, 403 for the owner. */
export async function findMember({ principal }: Context, id: string): Promise<MemberRecord> {
  const member = (await membersOf(principal.account_id)).find((one) => one.id === id);
  if (!member) throw notFound('member', id);
  if (member.role !== 'owner') return member;
  throw new ApiError('access_denied', `member ${id} is the owner of account ${member.account_id} and stays so`);
}
