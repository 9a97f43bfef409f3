import type { Context } from '#lib/domain/platform/context.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import { callEngine } from '#lib/domain/storage/buckets/engine.ts';
import { changing } from '#lib/store/platform/write.ts';
import { removeBucketKey } from '#lib/store/storage/bucket-keys.ts';
import { changeBucketKeys } from '#lib/store/storage/buckets.ts';
import { findBucketKey, type KeyPath, keySubject } from './resource.ts';

/**
 * Deletes an access key, which S3 refuses from the next request on. URLs that the platform has presigned stay valid.
 */
export function deleteBucketKey(context: Context, path: KeyPath): Promise<{ access_key_id: string; deleted: true }> {
  return retryOnConflict(async () => {
    const { bucket, key } = await findBucketKey(context, path);
    context.match(key.version);
    const { access_key_id } = key;
    await context.claimed();
    await callEngine((engine) => engine.deleteKey(bucket.name, access_key_id));
    const rest = bucket.access_key_ids.filter((id) => id !== access_key_id);
    return context.commit({
      writes: [
        changeBucketKeys(bucket, rest),
        changing('bucket_key', keySubject(key), undefined, removeBucketKey(access_key_id)),
      ],
      reply: { access_key_id, deleted: true as const },
    });
  });
}
