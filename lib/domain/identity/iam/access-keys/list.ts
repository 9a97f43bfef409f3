import { findUser } from '#lib/domain/identity/iam/users/resource.ts';
import type { Context } from '#lib/domain/platform/context.ts';
import { pageOf } from '#lib/domain/platform/lists.ts';
import type { AccessKey } from '#lib/model/identity/access-key.ts';
import type { ListQuery } from '#lib/model/platform/lists.ts';
import { getAccessKeys, keyNow } from '#lib/store/identity/access-keys.ts';
import { toAccessKey } from './resource.ts';

/** One page of a user's access keys; 404 where the account has no such user. */
export async function listAccessKeys(
  context: Context,
  { username, ...query }: { username: string } & ListQuery,
): Promise<{ access_keys: AccessKey[]; next_cursor: string }> {
  const user = await findUser(context, username);
  const { account_generation } = context.principal;
  const found = await getAccessKeys(user.access_key_ids);
  const keys = found.map((record) => toAccessKey(keyNow(record, account_generation)));
  const { items, next_cursor } = await pageOf(context, `access-key of ${user.id}`, query, keys, {
    label: 'access_key_id',
    // The ids of access keys are random and do not sort by age.
    place: (key) => `${key.created_at} ${key.access_key_id}`,
  });
  return { access_keys: items, next_cursor };
}
