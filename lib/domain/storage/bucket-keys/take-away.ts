import { retryOnConflict } from '#lib/domain/platform/context.ts';
import { atEngine } from '#lib/domain/storage/buckets/engine.ts';
import { transact } from '#lib/store/platform/write.ts';
import { type BucketKeyRecord, removeBucketKey } from '#lib/store/storage/bucket-keys.ts';
import { changeBucketKeys, getBucket } from '#lib/store/storage/buckets.ts';

/** Takes a key that is over from the engine, and then from its bucket; 503 where the engine does not answer. */
export async function takeKeyAway({ account_id, bucket, access_key_id }: BucketKeyRecord): Promise<void> {
  await atEngine((engine) => engine.deleteKey(bucket, access_key_id));
  await retryOnConflict(async () => {
    const record = await getBucket(account_id, bucket);
    const rest = record?.access_key_ids.filter((id) => id !== access_key_id) ?? [];
    const isListed = record && rest.length < record.access_key_ids.length;
    await transact([...(isListed ? [changeBucketKeys(record, rest)] : []), removeBucketKey(access_key_id)]);
  });
}
