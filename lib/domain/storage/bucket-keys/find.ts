import type { Context } from '#lib/domain/platform/context.ts';
import { together } from '#lib/domain/platform/together.ts';
import { findBucket } from '#lib/domain/storage/buckets/find.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { notFound } from '#lib/model/platform/errors.ts';
import { type BucketKeyRecord, getBucketKey } from '#lib/store/storage/bucket-keys.ts';
import type { BucketRecord } from '#lib/store/storage/buckets.ts';

/** Which key is meant: of a bucket of the caller's. */
export interface KeyPath {
  name: string;
  access_key_id: string;
}

/** A bucket and a key of it; 404 where either is absent or another's, and for the keys of a bucket that is being deleted. */
export async function findBucketKey(
  context: Context,
  { name, access_key_id }: KeyPath,
): Promise<{ bucket: BucketRecord; key: BucketKeyRecord }> {
  const [bucket, key] = await together([findBucket(context, name), getBucketKey(access_key_id)]);
  const own = key?.account_id === bucket.account_id && key.bucket === name && !key.hidden;
  if (!(key && own) || bucket.status === 'deleting') throw notFound('access key', access_key_id);
  return { bucket, key };
}

/** Whether a key has run out. */
export const hasExpired = ({ expires_at }: BucketKeyRecord, now: Date): boolean =>
  expires_at !== null && expires_at <= rfc3339(now);
