import type { IamUser } from '#lib/model/identity/iam-user.ts';
import type { IamUserRecord } from '#lib/store/identity/iam-users.ts';

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
