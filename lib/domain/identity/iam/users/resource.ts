import type { Context } from '#lib/domain/platform/context.ts';
import type { IamUser } from '#lib/model/identity/iam-user.ts';
import { notFound } from '#lib/model/platform/errors.ts';
import { getIamUser, type IamUserRecord } from '#lib/store/identity/iam-users.ts';

/** An IAM user as replies show it. */
export function toIamUser(record: IamUserRecord): IamUser {
  return {
    id: record.username,
    account_id: record.account_id,
    username: record.username,
    description: record.description,
    tags: record.tags,
    console_access: record.password_hash !== null,
    password_reset_required: record.password_reset_required,
    mfa_enabled: record.mfa_enabled,
    groups: record.groups,
    policies: record.policies,
    last_login_at: record.last_login_at,
    access_key_count: record.access_key_ids.length,
    created_at: record.created_at,
    updated_at: record.updated_at,
  };
}

/**
 * The account's IAM user of exactly this name; 404 where there is none. Here names that differ in case are different,
 * because policies match the name as the request writes it.
 */
export async function findUser(context: Context, username: string): Promise<IamUserRecord> {
  const { account_id, account_generation } = context.principal;
  const record = await getIamUser(account_id, username, account_generation);
  if (record?.username !== username) throw notFound('user', username);
  return record;
}
