import type { Context } from '#lib/domain/platform/context.ts';
import { list } from '#lib/domain/platform/lists.ts';
import { prefetchPage } from '#lib/domain/platform/prefetch-page.ts';
import type { IamUser } from '#lib/model/identity/iam-user.ts';
import type { ListQuery } from '#lib/model/platform/lists.ts';
import { iamUserNow } from '#lib/store/identity/iam-users.ts';
import { toIamUser } from './resource.ts';

/** Reads the first page ahead. */
export const prefetchUsers = prefetchPage('iam-user');

/** One page of the account's IAM users. */
export async function listUsers(
  context: Context,
  query: ListQuery,
): Promise<{ users: IamUser[]; next_cursor: string }> {
  const { items, next_cursor } = await list(context, 'iam-user', query);
  const { account_generation } = context.principal;
  return { users: items.map((item) => toIamUser(iamUserNow(item, account_generation))), next_cursor };
}
