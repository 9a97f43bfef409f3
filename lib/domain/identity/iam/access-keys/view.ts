import type { AccessKey } from '#lib/model/identity/access-key.ts';
import type { AccessKeyRecord } from '#lib/store/identity/access-keys.ts';

/** An access key as replies show it; its secret never is. */
export function toAccessKey(record: AccessKeyRecord): AccessKey {
  return {
    id: record.access_key_id,
    account_id: record.account_id,
    access_key_id: record.access_key_id,
    username: record.username,
    description: record.description,
    status: record.status,
    last_used_at: record.last_used_at,
    created_at: record.created_at,
    updated_at: record.updated_at,
  };
}
