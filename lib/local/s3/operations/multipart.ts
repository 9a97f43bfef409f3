import { S3Error } from '#lib/local/s3/errors.ts';
import { invalidArgument, type Reply } from '#lib/local/s3/http/reply.ts';
import { algorithmOf, checksumHeader, supports } from '#lib/local/s3/payload/checksums.ts';
import { abortUpload, createUpload, putPart, uploadOf } from '#lib/local/s3/store/uploads.ts';
import { document } from '#lib/local/s3/xml/write.ts';
import { writtenAs } from './acl.ts';
import { storeBody } from './body.ts';
import { askedEncryption, encryptionHeader } from './encryption-headers.ts';
import { askedLock } from './lock-headers.ts';
import { checkImplied, checkKeyless, readObjectHeaders } from './object-headers.ts';
import type { ObjectCall, Operation } from './operation.ts';

type UploadChecksum = { algorithm: string; type: 'FULL_OBJECT' | 'COMPOSITE' } | null;

async function createMultipartUpload(call: ObjectCall): Promise<Reply> {
  const { engine, request, bucket, key, signer } = call;
  checkImplied(request.headers);
  const checksum = askedChecksum(request.headers);
  const headers = {
    ...readObjectHeaders(request.headers),
    ...askedEncryption(call, request.headers),
    ...writtenAs(call),
  };
  const initiator = signer?.accessKeyId ?? '';
  const lock = askedLock(call);
  const wanted = { ...headers, key, checksum, initiator, ...(lock && { lock }) };
  const upload = await createUpload(engine.store, bucket, wanted);
  return {
    headers: {
      'x-amz-checksum-algorithm': checksum?.algorithm,
      'x-amz-checksum-type': checksum?.type,
      ...encryptionHeader(upload),
    },
    xml: document('InitiateMultipartUploadResult', { Bucket: bucket.name, Key: key, UploadId: upload.id }),
  };
}

function askedChecksum(headers: Readonly<Record<string, string>>): UploadChecksum {
  const name = headers['x-amz-checksum-algorithm'];
  const type = headers['x-amz-checksum-type']?.toUpperCase();
  if (name === undefined) {
    if (type === undefined) return null;
    throw new S3Error('InvalidRequest', {
      message: 'The x-amz-checksum-type header can only be used with the x-amz-checksum-algorithm header.',
    });
  }
  const algorithm = algorithmOf(name);
  const chosen = type ?? (supports(algorithm, 'COMPOSITE') ? 'COMPOSITE' : 'FULL_OBJECT');
  if ((chosen === 'FULL_OBJECT' || chosen === 'COMPOSITE') && supports(algorithm, chosen))
    return { algorithm, type: chosen };
  throw new S3Error('InvalidRequest', {
    message: `The ${chosen} checksum type cannot be used with the ${algorithm.toLowerCase()} checksum algorithm.`,
  });
}

/** The number of a part. Throws InvalidArgument. */
export function partNumberOf(query: ReadonlyMap<string, string>): number {
  const text = query.get('partNumber') ?? '';
  const number = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (number >= 1 && number <= 10_000) return number;
  throw invalidArgument('Part number must be an integer between 1 and 10000, inclusive', 'partNumber', text);
}

async function uploadPart(call: ObjectCall): Promise<Reply> {
  const { engine, request, bucket, key, plan } = call;
  checkKeyless(request.headers);
  const number = partNumberOf(request.query);
  const uploadId = request.query.get('uploadId') ?? '';
  const upload = uploadOf(engine.store, bucket, key, uploadId);
  const algorithm = plan.checksum?.algorithm;
  if (upload.checksum && algorithm !== undefined && algorithm !== upload.checksum.algorithm) {
    throw new S3Error('InvalidRequest', {
      message: `Checksum Type mismatch occurred, expected checksum Type: ${upload.checksum.algorithm.toLowerCase()}, actual checksum Type: ${algorithm.toLowerCase()}`,
    });
  }
  // Parts must have the checksum of which the object's is made, also where the client sends none.
  const made =
    plan.checksum ??
    (upload.checksum && { algorithm: upload.checksum.algorithm, value: undefined, computed: true as const });
  const body = { ...call, encryption: upload.encryption, plan: { ...plan, checksum: made ?? undefined } };
  const part = await storeBody(body, (blob, { md5, checksum }) =>
    putPart(engine.store, bucket, { key, uploadId, number }, blob, { etag: md5, checksum }),
  );
  const { etag, checksum } = part;
  const described = { etag: `"${etag}"`, ...encryptionHeader(upload) };
  return { headers: { ...described, ...(checksum && { [checksumHeader(checksum.algorithm)]: checksum.value }) } };
}

async function abortMultipartUpload({ engine, request, bucket, key }: ObjectCall): Promise<Reply> {
  await abortUpload(engine.store, bucket, key, request.query.get('uploadId') ?? '');
  return { status: 204 };
}

/** Operations on multipart uploads. */
export const multipartOperations: readonly Operation[] = [
  {
    name: 'CreateMultipartUpload',
    method: 'POST',
    level: 'object',
    query: 'uploads',
    action: 'PutObject',
    counts: 'put',
    run: createMultipartUpload,
  },
  {
    name: 'UploadPart',
    method: 'PUT',
    level: 'object',
    query: 'uploadId',
    action: 'PutObject',
    counts: 'put',
    run: uploadPart,
  },
  {
    name: 'AbortMultipartUpload',
    method: 'DELETE',
    level: 'object',
    query: 'uploadId',
    action: 'AbortMultipartUpload',
    counts: 'delete',
    run: abortMultipartUpload,
  },
];
