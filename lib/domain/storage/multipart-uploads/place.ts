import type { Context } from '#lib/domain/platform/context.ts';
import { expiryOf, signingOf, withoutKey } from '#lib/domain/storage/bucket-keys/signing.ts';
import { callEngine } from '#lib/domain/storage/buckets/engine.ts';
import { UploadError } from '#lib/drivers/objects/engine.ts';
import { engineAuthority } from '#lib/drivers/objects/open.ts';
import { type Signing, urlSigner } from '#lib/drivers/objects/presign.ts';
import type { UploadPlace } from '#lib/drivers/objects/uploads.ts';
import { ApiError, notFound } from '#lib/model/platform/errors.ts';
import {
  type NewUpload,
  readUploadId,
  type UploadName,
  urlSeconds,
  urlsPerReply,
} from '#lib/model/storage/multipart-upload.ts';

/** An upload as requests name it. */
export interface UploadPath {
  name: string;
  upload_id: string;
  key: string;
}

/** The object that an upload is for, under the bucket's hidden key, which also signs the URLs. */
export interface Place extends UploadPlace {
  signing: Signing;
}

/** Where the object of an upload is. 404 for a bucket of another account, and 409 unless the bucket is active. */
export async function placeOf(context: Context, { name, key }: Pick<UploadPath, 'name' | 'key'>): Promise<Place> {
  const signing = await signingOf(context, name);
  const { accessKeyId, secretKey, endpoint } = signing;
  const { url, region } = endpoint;
  const ca = await callEngine(engineAuthority);
  return { signing, endpoint: { url, region, service: 's3', ca, accessKeyId, secretKey }, bucket: name, key };
}

/** The content of an upload's id. Throws 404 for an invalid one. */
export function named({ upload_id }: Pick<UploadPath, 'upload_id'>): UploadName {
  const found = readUploadId(upload_id);
  if (!found) throw unknownUpload(upload_id);
  return found;
}

/** URLs for the first of these parts, and when they expire. */
export function urlsFor(
  { signing, bucket, key }: Place,
  uploadId: string,
  numbers: readonly number[],
): Pick<NewUpload, 'urls' | 'expires_at'> {
  const sign = urlSigner(signing);
  const urls = numbers.slice(0, urlsPerReply).map((part_number) => {
    const query = { partNumber: String(part_number), uploadId };
    return { part_number, url: sign({ method: 'PUT', bucket, key, query, headers: {}, expiresIn: urlSeconds }) };
  });
  return { urls, expires_at: expiryOf(signing, urlSeconds) };
}

/** The numbers of all parts of an upload. */
export const numbersTo = (parts: number): number[] => Array.from({ length: parts }, (_, index) => index + 1);

/** The 404 for an unknown upload: completed, deleted, of another bucket, or of another key. */
export const unknownUpload = (id: string): ApiError => notFound('multipart upload', id);

const refusals: Readonly<Record<UploadError['code'], (at: UploadPath) => ApiError>> = {
  no_such_upload: ({ upload_id }) => unknownUpload(upload_id),
  invalid_parts: () =>
    new ApiError('operation_in_progress', 'parts: changed while the upload was completed; read them again', {
      retryAfter: 1,
    }),
  quota_exceeded: ({ name }) => new ApiError('quota_exceeded', `the quota of bucket ${name} would be exceeded`),
  denied: ({ name, key }) =>
    new ApiError('access_denied', `the policy of bucket ${name} does not allow uploads of ${JSON.stringify(key)}`),
  closed: ({ name }) => withoutKey(name),
};

type Uploads = typeof import('#lib/drivers/objects/uploads.ts');

let loading: Promise<Uploads> | undefined;

/** Calls the engine about uploads. Its code is loaded with the first call, since refusals of routes need no XML. */
export function callUploads<T>(call: (uploads: Uploads) => Promise<T>): Promise<T> {
  return callEngine(async () => {
    loading ??= import('#lib/drivers/objects/uploads.ts');
    return call(await loading);
  });
}

/** Calls the engine for an upload. Translates its refusals, and throws 503 when it does not answer. */
export async function callForUpload<T>(at: UploadPath, call: (uploads: Uploads) => Promise<T>): Promise<T> {
  try {
    return await callUploads(call);
  } catch (error) {
    throw error instanceof UploadError ? refusals[error.code](at) : error;
  }
}
