import type { SshKey } from '#lib/model/compute/ssh-key.ts';
import type { SshKeyRecord } from '#lib/store/compute/ssh-keys.ts';

/** An SSH key as replies show it. */
export function toSshKey(record: SshKeyRecord): SshKey {
  return {
    id: record.id,
    account_id: record.account_id,
    name: record.name,
    public_key: record.public_key,
    fingerprint: record.fingerprint,
    type: record.type,
    created_at: record.created_at,
    updated_at: record.updated_at,
  };
}
