import { toIamUser } from '#lib/domain/identity/iam/users/view.ts';
import type { Context } from '#lib/domain/platform/context.ts';
import { list } from '#lib/domain/platform/lists.ts';
import type { IamUser } from '#lib/model/identity/iam-user.ts';
import type { ListQuery } from '#lib/model/platform/lists.ts';
import { iamUserOf } from '#lib/store/identity/iam-users.ts';

/** One page of the account's IAM users. */
export async function listUsers(
  context: Context,
  query: ListQuery,
): Promise<{ users: IamUser[]; next_cursor: string }> {
  const { items, next_cursor } = await list(context, 'iam-user', query);
  return { users: items.map((item) => toIamUser(iamUserOf(item))), next_cursor };
}
