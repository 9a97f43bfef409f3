import { allInOrder } from '#lib/domain/platform/all-in-order.ts';
import { forEachDue } from '#lib/domain/platform/operations/for-each.ts';
import { removeKey, revokeOldKeys } from '#lib/domain/storage/bucket-keys/revoke-old.ts';
import { civilNow, rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { realNow } from '#lib/drivers/clocks/real.ts';
import { transact } from '#lib/store/platform/write.ts';
import { expiredBucketKeys, nextBucketKeyExpiry } from '#lib/store/storage/bucket-keys.ts';
import {
  type BucketRecord,
  type BucketWork,
  dueBucketWork,
  getBucket,
  nextBucketWork,
  removeBucketWork,
} from '#lib/store/storage/buckets.ts';
import { applySettings } from './apply.ts';
import { isRefusal } from './engine.ts';
import { abandonBucket, removalWrites, removeFromEngine, reopen } from './remove.ts';

/** Finishes or undoes unfinished work on buckets, and removes expired keys. Returns when it is due next. */
export async function maintainBuckets(): Promise<{ next_at: string | null }> {
  const now = realNow().getTime();
  await forEachDue(dueBucketWork(now), finish);
  await forEachDue(expiredBucketKeys(rfc3339(civilNow())), removeKey);
  const [due, expiry] = await allInOrder([nextBucketWork(), nextBucketKeyExpiry()]);
  const work = due === undefined ? null : rfc3339(new Date(civilNow().getTime() + Math.max(due - now, 0) + 1000));
  return { next_at: [work, expiry].filter((at) => at !== null).sort()[0] ?? null };
}

async function finish(work: BucketWork): Promise<void> {
  await finishers[work.kind](work);
  await transact([removeBucketWork(work)]);
}

/** An unfinished creation is undone, since no client has seen the bucket. All other work is finished. */
const finishers: Record<BucketWork['kind'], (work: BucketWork) => Promise<void>> = {
  create: (work) => ifUnfinished(work, (record) => abandonBucket(record)),
  delete: (work) => ifUnfinished(work, finishDeletion),
  configure: ({ account_id, bucket }) => applySettings(account_id, bucket),
  revoke: ({ account_id }) => revokeOldKeys(account_id),
};

async function ifUnfinished(work: BucketWork, end: (record: BucketRecord) => Promise<void>): Promise<void> {
  const record = await getBucket(work.account_id, work.bucket);
  if (record?.operation?.id === work.operation) await end(record);
}

async function finishDeletion(record: BucketRecord): Promise<void> {
  try {
    await removeFromEngine(record);
  } catch (error) {
    if (!isRefusal(error, 'bucket_not_empty')) throw error;
    return reopen(record, { status: 'active', status_reason: null });
  }
  await transact(removalWrites(record, record.operation?.id ?? ''));
}
