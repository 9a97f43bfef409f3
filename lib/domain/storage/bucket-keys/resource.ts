import { allInOrder } from '#lib/domain/platform/all-in-order.ts';
import type { Context } from '#lib/domain/platform/context.ts';
import { engine } from '#lib/domain/storage/buckets/engine.ts';
import { findBucket } from '#lib/domain/storage/buckets/resource.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { notFound } from '#lib/model/platform/errors.ts';
import type { BucketKey, NewBucketKey } from '#lib/model/storage/bucket-key.ts';
import { type BucketKeyRecord, getBucketKey } from '#lib/store/storage/bucket-keys.ts';
import type { BucketRecord } from '#lib/store/storage/buckets.ts';

/** The path of a key: its bucket and its id. */
export interface KeyPath {
  name: string;
  access_key_id: string;
}

/**
 * Returns a bucket of the caller and one of its keys. Throws 404 when either does not exist or belongs to another
 * account, and for keys of a bucket that is being deleted.
 */
export async function findBucketKey(
  context: Context,
  { name, access_key_id }: KeyPath,
): Promise<{ bucket: BucketRecord; key: BucketKeyRecord }> {
  const [bucket, key] = await allInOrder([findBucket(context, name), getBucketKey(access_key_id)]);
  const isListed = key?.account_id === bucket.account_id && key.bucket === name && !key.hidden;
  if (!(key && isListed) || bucket.status === 'deleting') throw notFound('access key', access_key_id);
  return { bucket, key };
}

/** Whether a key has expired. */
export const hasExpired = ({ expires_at }: BucketKeyRecord, now: Date): boolean =>
  expires_at !== null && expires_at <= rfc3339(now);

/** A key as replies show it, without its secret. */
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

/** A new key as its creation shows it: with its secret, endpoint and region. */
export function toNewBucketKey(record: BucketKeyRecord, secret_key: string): NewBucketKey {
  const { url, region } = engine().endpoint;
  return { ...toBucketKey(record), secret_key, endpoint: url, region };
}

/** Returns an access key of a bucket. Throws 404. */
export async function showBucketKey(context: Context, path: KeyPath): Promise<BucketKey> {
  const { key } = await findBucketKey(context, path);
  return context.show(toBucketKey(key), key.version);
}

/** A key as events name it: by its bucket (contract 1.10). */
export const keySubject = (record: BucketKeyRecord) => ({
  ...record,
  name: record.access_key_id,
  label: record.name,
  resource_id: record.bucket,
});
