import type { Context } from '#lib/domain/platform/context.ts';
import { notFound } from '#lib/model/platform/errors.ts';
import { getIamUser, type IamUserRecord } from '#lib/store/identity/iam-users.ts';

/**
 * The account's IAM user of exactly this name; 404 where there is none. Names differing in case are not the same here:
 * policies are held against the name as the request writes it.
 */
export async function findUser(context: Context, username: string): Promise<IamUserRecord> {
  const { account_id, account_generation } = context.principal;
  const record = await getIamUser(account_id, username, account_generation);
  if (record?.username !== username) throw notFound('user', username);
  return record;
}
