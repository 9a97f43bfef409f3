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
 * Removes all keys of a bucket from the engine, so that none works for a later bucket of the same name. This happens
 * before a bucket is emptied, but after an empty one is removed, which the engine may refuse.
 */
async function revokeKeys(record: BucketRecord): Promise<void> {
  for (const id of keysOf(record)) await callEngine((engine) => engine.deleteKey(record.name, id));
}

/**
 * Ends all access to a bucket before it is emptied. The engine is called first, since it refuses a bucket with locked
 * versions, which then keeps its keys.
 */
export async function closeBucket(record: BucketRecord): Promise<void> {
  await callEngine((engine) => engine.emptyBucket(record.name, 0));
  await revokeKeys(record);
}

/** Why a bucket with locked versions is not deleted, even by force. */
export const lockedText = (name: string): string =>
  `bucket not empty: object lock protects versions in ${name}; they can be deleted when their retention or hold ends`;

/** Removes an empty bucket and its keys from the engine. Throws the engine's refusal. */
export async function removeFromEngine(record: BucketRecord): Promise<void> {
  await callEngine((engine) => engine.deleteBucket(record.name));
  await revokeKeys(record);
}

/** The writes that remove a bucket under this operation: record, name, rules, keys, quota and cost. */
export const removalWrites = (record: BucketRecord, operation: string): Write[] => [
  ...undoWrites(record, operation),
  meteredStorage(record.account_id, record.name, 0, rfc3339(civilNow())),
];

/** The writes that remove a bucket that was never active and was never charged. */
const undoWrites = (record: BucketRecord, operation: string): Write[] => [
  ...removeBucket(record, operation),
  ...keysOf(record).map(removeBucketKey),
  removeBucketWork({ bucket: record.name, operation }),
  returnQuota(record.account_id, 'buckets'),
];

/**
 * Undoes a creation. No client has had a key, so the engine's bucket is empty. Throws Stale when the creation has been
 * finished meanwhile. With `made` false the engine's bucket is left alone: it belongs to another account, or there is
 * none.
 */
export async function abandonBucket(record: BucketRecord, made = true): Promise<void> {
  if (record.status === 'creating') await transact([changeBucket(record, { status: 'deleting' })]);
  if (made) await callEngine((engine) => engine.deleteBucket(record.name));
  await transact(undoWrites(record, record.uid));
}

/** The 409 for deleting a bucket that holds objects. */
export const notEmpty = (name: string): ApiError =>
  new ApiError('in_use', `bucket not empty: ${name} holds objects or versions (?force=true deletes them with it)`);

/** Restores a bucket to its status before its deletion was tried. */
export async function reopen(
  record: BucketRecord,
  { status, status_reason }: Pick<BucketRecord, 'status' | 'status_reason'>,
): Promise<void> {
  const operation = record.operation?.id ?? '';
  await transact([
    changeBucket(record, { status, status_reason, operation: null }),
    removeBucketWork({ bucket: record.name, operation }),
  ]);
}
