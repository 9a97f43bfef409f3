import { engine } from '#lib/domain/storage/buckets/engine.ts';
import type { BucketKey, NewBucketKey } from '#lib/model/storage/bucket-key.ts';
import type { BucketKeyRecord } from '#lib/store/storage/bucket-keys.ts';

/** A key as replies show it; its secret never is. */
export function toBucketKey(record: BucketKeyRecord): BucketKey {
  return {
    id: record.access_key_id,
    account_id: record.account_id,
    access_key_id: record.access_key_id,
    name: record.name,
    bucket: record.bucket,
    permission: record.permission,
    prefix: record.prefix,
    status: record.status,
    expires_at: record.expires_at,
    last_used_at: record.last_used_at,
    created_at: record.created_at,
    updated_at: record.updated_at,
  };
}

/** The same in the one reply that has its secret, with what a client is set up by. */
export function toNewBucketKey(record: BucketKeyRecord, secret_key: string): NewBucketKey {
  const { url, region } = engine().endpoint;
  return { ...toBucketKey(record), secret_key, endpoint: url, region };
}
