import type { Context } from '#lib/domain/platform/context.ts';
import { engine } from '#lib/domain/storage/buckets/engine.ts';
import { findActiveBucket } from '#lib/domain/storage/buckets/resource.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { realNow } from '#lib/drivers/clocks/real.ts';
import { presignPost, presignUrl, type Signing } from '#lib/drivers/objects/presign.ts';
import { secretBox } from '#lib/drivers/secrets/secret-box.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import type { PresignedPost, PresignedUrl, PresignInput, PresignPostInput } from '#lib/model/storage/presigned.ts';
import { bucketKeySecret, getBucketKeyNow } from '#lib/store/storage/bucket-keys.ts';

/** Signs with the bucket's hidden key, so that a URL stays valid when the key of the user who made it is deleted. */
async function signingOf(context: Context, bucket: string): Promise<Signing> {
  const { service_key_id } = await findActiveBucket(context, bucket);
  const key = await getBucketKeyNow(service_key_id, context.principal.account_id);
  // The bucket is being deleted, or its hidden key is of an earlier generation and about to be replaced.
  if (!key) throw new ApiError('operation_in_progress', `bucket ${bucket} has no key at the moment`, { retryAfter: 5 });
  const secretKey = await secretBox.open(key.secret, bucketKeySecret(key));
  // Signatures have whole seconds, so the reply's `expires_at` is exact.
  const now = new Date(Math.floor(realNow().getTime() / 1000) * 1000);
  return { accessKeyId: key.access_key_id, secretKey, endpoint: engine().endpoint, now };
}

const endOf = ({ now }: Signing, seconds: number): Date => new Date(now.getTime() + seconds * 1000);

const given = (pairs: Record<string, string | number | undefined>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(pairs).flatMap(([name, value]) => (value === undefined ? [] : [[name, `${value}`]])),
  );

/**
 * Makes a URL for one operation on one object. Anyone may use it until it expires (real clock). Refuses with 409 unless
 * the bucket is active.
 */
export async function createPresignedUrl(
  context: Context,
  { name, ...input }: PresignInput & { name: string },
): Promise<PresignedUrl> {
  const signing = await signingOf(context, name);
  const method = input.operation.toUpperCase() as PresignedUrl['method'];
  const headers = given({
    'content-type': input.content_type,
    'content-length': input.content_length,
    'content-md5': input.content_md5,
    'x-amz-checksum-sha256': input.checksum_sha256,
  });
  const query = given({
    versionId: input.version_id,
    'response-content-disposition': input.response_content_disposition,
    'response-content-type': input.response_content_type,
  });
  const url = presignUrl(signing, {
    method,
    bucket: name,
    key: input.key,
    query,
    headers,
    expiresIn: input.expires_in,
  });
  const reply = { url, method, headers, expires_at: rfc3339(endOf(signing, input.expires_in)) };
  return context.commit({ writes: [], reply });
}

/**
 * Makes a form with which a browser uploads one object, until it expires (real clock). Refuses with 409 unless the
 * bucket is active.
 */
export async function createPresignedPost(
  context: Context,
  { name, ...input }: PresignPostInput & { name: string },
): Promise<PresignedPost> {
  if (!engine().capabilities.presignedPost) {
    throw new ApiError('wrong_state', 'the object engine of this deployment takes no forms');
  }
  const signing = await signingOf(context, name);
  const expiresAt = endOf(signing, input.expires_in);
  const fields = presignPost(signing, {
    bucket: name,
    key: input.key ?? input.key_prefix ?? '',
    isPrefix: input.key === undefined,
    contentType: input.content_type,
    lengthRange: input.content_length_range,
    successStatus: input.success_action_status,
    expiresAt,
  });
  const reply = { url: `${signing.endpoint.url}/${name}`, fields, expires_at: rfc3339(expiresAt) };
  return context.commit({ writes: [], reply });
}
