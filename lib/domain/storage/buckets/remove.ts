import { meteredStorage } from '#lib/domain/billing/metering/marks.ts';
import { civilNow, rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { returnQuota } from '#lib/store/platform/quotas.ts';
import { transact, type Write } from '#lib/store/platform/write.ts';
import { removeBucketKey } from '#lib/store/storage/bucket-keys.ts';
import { type BucketRecord, changeBucket, removeBucket, removeBucketWork } from '#lib/store/storage/buckets.ts';
import { callEngine } from './engine.ts';

const keysOf = ({ access_key_ids, service_key_id }: BucketRecord): string[] =>
  [...access_key_ids, service_key_id].filter((id) => id !== '');

/**
 * Takes all keys of a bucket from the engine, so that none is good for another bucket of its name. It goes before the
 * emptying of a bucket, and after the removal of one that had to be empty, which may be refused.
 */
export async function revokeKeys(record: BucketRecord): Promise<void> {
  for (const id of keysOf(record)) await callEngine((engine) => engine.deleteKey(record.name, id));
}

/** Removes an empty bucket and its keys from the engine; throws what the engine refuses. */
export async function removeFromEngine(record: BucketRecord): Promise<void> {
  await callEngine((engine) => engine.deleteBucket(record.name));
  await revokeKeys(record);
}

/** All that goes with a bucket that is under this operation: record, name, rules, keys, quota, and what it costs. */
export const removalWrites = (record: BucketRecord, operation: string): Write[] => [
  ...undoWrites(record, operation),
  meteredStorage(record.account_id, record.name, 0, rfc3339(civilNow())),
];

/** The same of one that never was in use, and has cost nothing. */
const undoWrites = (record: BucketRecord, operation: string): Write[] => [
  ...removeBucket(record, operation),
  ...keysOf(record).map(removeBucketKey),
  removeBucketWork({ bucket: record.name, operation }),
  returnQuota(record.account_id, 'buckets'),
];

/**
 * Undoes a creation: nobody has had a key, so the engine's bucket is empty. Stale where it was finished after all; where
 * `made` is false the engine has none, or somebody else's.
 */
export async function abandonBucket(record: BucketRecord, made = true): Promise<void> {
  if (record.status === 'creating') await transact([changeBucket(record, { status: 'deleting' })]);
  if (made) await callEngine((engine) => engine.deleteBucket(record.name));
  await transact(undoWrites(record, record.uid));
}

/** The 409 of a bucket that holds something. */
export const notEmpty = (name: string): ApiError =>
  new ApiError('in_use', `bucket not empty: ${name} holds objects or versions (?force=true deletes them with it)`);
