import { sessionEnded } from '#lib/domain/identity/sessions/actor.ts';
import type { Context } from '#lib/domain/platform/context.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import { findActiveBucket } from '#lib/domain/storage/buckets/resource.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { keysPerBucket, type NewBucketKey } from '#lib/model/storage/bucket-key.ts';
import { requireGeneration } from '#lib/store/identity/takeover.ts';
import { changing } from '#lib/store/platform/write.ts';
import { type BucketKeyRecord, getBucketKeys, putBucketKey } from '#lib/store/storage/bucket-keys.ts';
import { type BucketRecord, changeBucketKeys } from '#lib/store/storage/buckets.ts';
import { newBucketKey, withdrawUnlessStored } from './record.ts';
import { keySubject, toNewBucketKey } from './resource.ts';

interface CreateInput extends Pick<BucketKeyRecord, 'name' | 'permission' | 'prefix' | 'expires_at'> {
  bucket: string;
}

/**
 * Issues an access key of a bucket. Only this reply contains its secret. Refuses with 409 unless the bucket is active,
 * and with 403 above ten keys.
 */
export function createBucketKey(context: Context, { bucket: name, ...input }: CreateInput): Promise<NewBucketKey> {
  return retryOnConflict(async () => {
    const bucket = await findActiveBucket(context, name);
    refusePast(input.expires_at, context.now);
    await refuseFull(bucket);
    await context.claimed();
    const { record, secret_key } = await newBucketKey(context, name, input);
    return withdrawUnlessStored(record, () =>
      context.commit({
        writes: [
          changeBucketKeys(bucket, [...bucket.access_key_ids, record.access_key_id]),
          changing('bucket_key', undefined, keySubject(record), putBucketKey(record)),
          requireGeneration(record.account_id, context.principal.account_generation, sessionEnded),
        ],
        reply: toNewBucketKey(record, secret_key),
        version: record.version,
      }),
    );
  });
}

function refusePast(expires_at: string | null, now: Date): void {
  if (expires_at === null || expires_at > rfc3339(now)) return;
  throw new ApiError(
    'validation_failed',
    `expires_at: "${expires_at}" is in the past (must be later than ${rfc3339(now)})`,
  );
}

/**
 * Refuses an eleventh key. Rotated keys, which will soon expire, do not count. They are read only when the list is
 * full.
 */
async function refuseFull({ name, access_key_ids }: BucketRecord): Promise<void> {
  if (access_key_ids.length < keysPerBucket) return;
  const lasting = (await getBucketKeys(access_key_ids)).filter(({ rotated }) => !rotated);
  if (lasting.length < keysPerBucket) return;
  throw new ApiError('quota_exceeded', `${lasting.length} of ${keysPerBucket} access keys of bucket ${name} used`);
}
