import { fresh } from '#lib/domain/platform/context.ts';
import { forEach } from '#lib/domain/platform/operations/for-each.ts';
import { systemContext } from '#lib/domain/platform/operations/system-context.ts';
import { applySettings } from '#lib/domain/storage/buckets/apply.ts';
import { reopen } from '#lib/domain/storage/buckets/delete.ts';
import { atEngine, isRefusal } from '#lib/domain/storage/buckets/engine.ts';
import { abandonBucket, goneWrites, removeFromEngine } from '#lib/domain/storage/buckets/remove.ts';
import { civilNow, rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { realNow } from '#lib/drivers/clocks/real.ts';
import { transact } from '#lib/store/platform/write.ts';
import {
  type BucketKeyRecord,
  expiredBucketKeys,
  nextBucketKeyExpiry,
  removeBucketKey,
} from '#lib/store/storage/bucket-keys.ts';
import { type BucketWork, dueBucketWork, nextBucketWork, removeBucketWork } from '#lib/store/storage/bucket-work.ts';
import { type BucketRecord, changeBucketKeys, getBucket } from '#lib/store/storage/buckets.ts';

/** Finishes or undoes what was begun with buckets and left, and takes away keys that have run out. Names when there is more. */
export async function tendBuckets(): Promise<{ next_at: string | null }> {
  const now = realNow().getTime();
  await forEach(dueBucketWork(now), finish);
  await forEach(expiredBucketKeys(rfc3339(civilNow())), expire);
  const [due, expiry] = await Promise.all([nextBucketWork(), nextBucketKeyExpiry()]);
  const work = due === undefined ? null : rfc3339(new Date(civilNow().getTime() + Math.max(due - now, 0) + 1000));
  return { next_at: [work, expiry].filter((at) => at !== null).sort()[0] ?? null };
}

async function finish(work: BucketWork): Promise<void> {
  const record = await getBucket(work.account_id, work.bucket);
  if (work.kind === 'configure') await applySettings(work.account_id, work.bucket);
  else if (record?.operation?.id === work.operation) await endings[work.kind](record);
  await transact([removeBucketWork(work)]);
}

/** Nobody has been told of the new bucket, so it is undone; a deletion goes on. */
const endings: Record<'create' | 'delete', (record: BucketRecord) => Promise<void>> = {
  create: (record) => abandonBucket(record),
  delete: async (record) => {
    try {
      await removeFromEngine(record);
    } catch (error) {
      if (!isRefusal(error, 'bucket_not_empty')) throw error;
      return reopen(record, { status: 'active', status_reason: null });
    }
    await transact(goneWrites(record, record.operation?.id ?? ''));
  },
};

async function expire(key: BucketKeyRecord): Promise<void> {
  const { account_id, bucket, access_key_id } = key;
  await atEngine((engine) => engine.deleteKey(bucket, access_key_id));
  await fresh(async () => {
    const record = await getBucket(account_id, bucket);
    const has = record?.access_key_ids.includes(access_key_id);
    await systemContext(account_id, civilNow()).commit({
      writes: [
        ...(record && has
          ? [
              changeBucketKeys(
                record,
                record.access_key_ids.filter((id) => id !== access_key_id),
              ),
            ]
          : []),
        removeBucketKey(access_key_id),
      ],
      reply: undefined,
    });
  });
}
