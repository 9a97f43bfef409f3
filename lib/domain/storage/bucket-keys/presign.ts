import type { Context } from '#lib/domain/platform/context.ts';
import { engine } from '#lib/domain/storage/buckets/engine.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { presignPost, presignUrl } from '#lib/drivers/objects/presign.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import type { PresignedPost, PresignedUrl, PresignInput, PresignPostInput } from '#lib/model/storage/presigned.ts';
import { endOf, expiryOf, signingOf } from './signing.ts';

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
  const reply = { url, method, headers, expires_at: expiryOf(signing, input.expires_in) };
  return context.commit({ writes: [], reply });
}

/** A URL that reads an object of the account for this many seconds. Refuses with 409 unless its bucket is active. */
export async function objectUrl(
  context: Context,
  { bucket, key }: { bucket: string; key: string },
  expiresIn: number,
): Promise<string> {
  const signing = await signingOf(context, bucket);
  return presignUrl(signing, { method: 'GET', bucket, key, query: {}, headers: {}, expiresIn });
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
    throw new ApiError('wrong_state', 'the object engine of this deployment does not support upload forms');
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
