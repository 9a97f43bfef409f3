import type { Context } from '#lib/domain/platform/context.ts';
import type { BucketKey } from '#lib/model/storage/bucket-key.ts';
import { findBucketKey, type KeyPath, toBucketKey } from './resource.ts';

/** Returns an access key of a bucket. Throws 404. */
export async function showBucketKey(context: Context, path: KeyPath): Promise<BucketKey> {
  const { key } = await findBucketKey(context, path);
  return context.show(toBucketKey(key), key.version);
}
