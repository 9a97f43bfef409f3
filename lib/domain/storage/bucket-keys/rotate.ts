import { sessionEnded } from '#lib/domain/identity/sessions/actor.ts';
import type { Context } from '#lib/domain/platform/context.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import { callEngine } from '#lib/domain/storage/buckets/engine.ts';
import { refuseInactive } from '#lib/domain/storage/buckets/resource.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { keyGrants, type NewBucketKey } from '#lib/model/storage/bucket-key.ts';
import { requireGeneration } from '#lib/store/identity/takeover.ts';
import { changing } from '#lib/store/platform/write.ts';
import { type BucketKeyRecord, changeBucketKey, putBucketKey } from '#lib/store/storage/bucket-keys.ts';
import { changeBucketKeys } from '#lib/store/storage/buckets.ts';
import { newBucketKey, withdrawUnlessStored } from './record.ts';
import { findBucketKey, hasExpired, type KeyPath, keySubject, toNewBucketKey } from './resource.ts';

/**
 * Issues a key that replaces another, with the same name and permission. The old key expires after `grace_seconds`
 * (civil clock), which may be 0. Refuses with 409 wrong_state a key that was already rotated or has expired.
 */
export function rotateBucketKey(
  context: Context,
  { grace_seconds, ...path }: KeyPath & { grace_seconds: number },
): Promise<NewBucketKey> {
  return retryOnConflict(async () => {
    const { bucket, key } = await findBucketKey(context, path);
    context.match(key.version);
    await context.refuseDenied(keyGrants(bucket.name, key));
    refuseInactive(bucket);
    refuseEnding(key, context.now);
    await context.claimed();
    const { record, secret_key } = await newBucketKey(context, bucket.name, key);
    const expires_at = earlier(rfc3339(new Date(context.now.getTime() + grace_seconds * 1000)), key.expires_at);
    const reply = await withdrawUnlessStored(record, () =>
      context.commit({
        writes: [
          changeBucketKeys(bucket, [...bucket.access_key_ids, record.access_key_id]),
          changeBucketKey(key, { expires_at, rotated: true, updated_at: record.created_at }),
          changing('bucket_key', undefined, keySubject(record), putBucketKey(record)),
          requireGeneration(record.account_id, context.principal.account_generation, sessionEnded),
        ],
        reply: toNewBucketKey(record, secret_key),
        version: record.version,
      }),
    );
    // If this fails, the buckets schedule removes the key from the engine.
    if (grace_seconds === 0) {
      await callEngine((engine) => engine.deleteKey(bucket.name, key.access_key_id)).catch(() => undefined);
    }
    return reply;
  });
}

function refuseEnding(key: BucketKeyRecord, now: Date): void {
  if (!key.rotated && !hasExpired(key, now)) return;
  const what = key.rotated ? 'was rotated and expires' : 'has expired';
  throw new ApiError('wrong_state', `access key ${key.access_key_id} ${what} (expires_at ${key.expires_at})`);
}

const earlier = (a: string, b: string | null): string => (b !== null && b < a ? b : a);
