import type { Context } from '#lib/domain/platform/context.ts';
import { engine } from '#lib/domain/storage/buckets/engine.ts';
import { findActiveBucket } from '#lib/domain/storage/buckets/resource.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { realNow } from '#lib/drivers/clocks/real.ts';
import type { Signing } from '#lib/drivers/objects/presign.ts';
import { secretBox } from '#lib/drivers/secrets/secret-box.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { bucketKeySecret, getBucketKeyNow } from '#lib/store/storage/bucket-keys.ts';

/**
 * Signs with the bucket's hidden key, so that a URL stays valid when the key of the user who made it is deleted. Throws
 * 404 for a bucket of another account, and 409 unless the bucket is active.
 */
export async function signingOf(context: Context, bucket: string): Promise<Signing> {
  const { service_key_id } = await findActiveBucket(context, bucket);
  const key = await getBucketKeyNow(service_key_id, context.principal.account_id);
  // The bucket is being deleted, or its hidden key is of an earlier generation and about to be replaced.
  if (!key) throw withoutKey(bucket);
  const secretKey = await secretBox.open(key.secret, bucketKeySecret(key));
  // Signatures have whole seconds, so the reply's `expires_at` is exact.
  const now = new Date(Math.floor(realNow().getTime() / 1000) * 1000);
  return { accessKeyId: key.access_key_id, secretKey, endpoint: engine().endpoint, now };
}

/** The 409 while a bucket has no signing key. */
export const withoutKey = (bucket: string): ApiError =>
  new ApiError('operation_in_progress', `bucket ${bucket} has no key at the moment`, { retryAfter: 5 });

/** When something signed now expires, after this many seconds (real clock). */
export const endOf = ({ now }: Signing, seconds: number): Date => new Date(now.getTime() + seconds * 1000);

/** The same time as replies show it. */
export const expiryOf = (signing: Signing, seconds: number): string => rfc3339(endOf(signing, seconds));
