import type { Context } from '#lib/domain/context.ts';
import { list } from '#lib/domain/lists.ts';
import type { IamUser } from '#lib/model/iam-user.ts';
import type { ListQuery } from '#lib/model/lists.ts';
import { iamUserOf } from '#lib/store/iam-users.ts';
import { toIamUser } from './view.ts';

/** One page of the account's IAM users. */
export async function listUsers(
  context: Context,
  query: ListQuery,
): Promise<{ users: IamUser[]; next_cursor: string }> {
  const { items, next_cursor } = await list(context, 'iam-user', query);
  return { users: items.map((item) => toIamUser(iamUserOf(item))), next_cursor };
}
