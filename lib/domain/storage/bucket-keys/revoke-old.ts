import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import { callEngine } from '#lib/domain/storage/buckets/engine.ts';
import { civilNow, rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { getAccount } from '#lib/store/identity/accounts.ts';
import { generationOf, isOfGeneration } from '#lib/store/platform/generations.ts';
import { transact } from '#lib/store/platform/write.ts';
import { type BucketKeyRecord, getBucketKeys, putBucketKey, removeBucketKey } from '#lib/store/storage/bucket-keys.ts';
import { type BucketRecord, bucketsOf, changeBucket, changeBucketKeys, getBucket } from '#lib/store/storage/buckets.ts';
import { newBucketKey, withdrawUnlessStored } from './record.ts';

/**
 * Revokes the keys of an account's buckets that are of an earlier generation, and replaces the hidden keys among them.
 * It may be repeated. Throws 503 when the engine does not answer.
 */
export async function revokeOldKeys(account_id: string): Promise<void> {
  const generation = generationOf(await getAccount(account_id));
  for (const bucket of await bucketsOf(account_id)) {
    if (bucket.status !== 'active') continue;
    const { access_key_ids, service_key_id } = bucket;
    for (const key of await keysBefore(access_key_ids, generation)) await removeKey(key);
    for (const key of await keysBefore([service_key_id], generation)) await replaceServiceKey(key, generation);
  }
}

const keysBefore = async (ids: readonly string[], generation: number): Promise<BucketKeyRecord[]> =>
  (await getBucketKeys(ids)).filter((key) => !isOfGeneration(key, generation));

/** Replaces a hidden key. It is removed from the engine first: while its record exists, the removal is tried again. */
async function replaceServiceKey(old: BucketKeyRecord, account_generation: number): Promise<void> {
  const { account_id, access_key_id, bucket } = old;
  await callEngine((engine) => engine.deleteKey(bucket, access_key_id));
  await retryOnConflict(async () => {
    const record = await getBucket(account_id, bucket);
    if (record?.status !== 'active' || record.service_key_id !== access_key_id) return;
    await putServiceKey(record, { account_id, account_generation });
  });
}

async function putServiceKey(
  record: BucketRecord,
  principal: { account_id: string; account_generation: number },
): Promise<void> {
  const now = civilNow();
  const draft = { name: 'presigned', permission: 'readwrite', hidden: true } as const;
  const made = (await newBucketKey({ principal, now }, record.name, draft)).record;
  const change = { service_key_id: made.access_key_id, updated_at: rfc3339(now) };
  await withdrawUnlessStored(made, () =>
    transact([changeBucket(record, change), putBucketKey(made), removeBucketKey(record.service_key_id)]),
  );
}

/** Removes an expired key from the engine, then from its bucket. Throws 503 when the engine does not answer. */
export async function removeKey({ account_id, bucket, access_key_id }: BucketKeyRecord): Promise<void> {
  await callEngine((engine) => engine.deleteKey(bucket, access_key_id));
  await retryOnConflict(async () => {
    const record = await getBucket(account_id, bucket);
    const rest = record?.access_key_ids.filter((id) => id !== access_key_id) ?? [];
    const isListed = record && rest.length < record.access_key_ids.length;
    await transact([...(isListed ? [changeBucketKeys(record, rest)] : []), removeBucketKey(access_key_id)]);
  });
}
