import type { Context } from '#lib/domain/platform/context.ts';
import { pageOf } from '#lib/domain/platform/lists.ts';
import type { Member } from '#lib/model/identity/team.ts';
import type { ListQuery } from '#lib/model/platform/lists.ts';
import { membersOf } from '#lib/store/identity/members.ts';
import { toMember } from './resource.ts';

/** One page of the account's members, including the owner; sort by name sorts by address. */
export async function listMembers(
  context: Context,
  query: ListQuery,
): Promise<{ members: Member[]; next_cursor: string }> {
  const members = (await membersOf(context.principal.account_id)).map(toMember);
  const { items, next_cursor } = await pageOf(context, 'member', query, members, { label: 'email' });
  return { members: items, next_cursor };
}
