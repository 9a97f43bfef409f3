import type { Context } from '#lib/domain/platform/context.ts';
import { pageOf } from '#lib/domain/platform/lists.ts';
import type { Invite } from '#lib/model/identity/team.ts';
import type { ListQuery } from '#lib/model/platform/lists.ts';
import { pendingInvites } from '#lib/store/identity/invites.ts';
import { hasExpired, toInvite } from './resource.ts';

/** One page of the account's pending invites; sort by name sorts by address. */
export async function listInvites(
  context: Context,
  query: ListQuery,
): Promise<{ invites: Invite[]; next_cursor: string }> {
  const { account_id, account_generation } = context.principal;
  const unsettled = await pendingInvites(account_id, account_generation);
  const pending = unsettled.filter((invite) => invite.status === 'pending' && !hasExpired(invite, context.now));
  const { items, next_cursor } = await pageOf(context, 'invite', query, pending.map(toInvite), { label: 'email' });
  return { invites: items, next_cursor };
}
