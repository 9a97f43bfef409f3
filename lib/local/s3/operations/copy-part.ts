import { createHash } from 'node:crypto';
import { S3Error } from '#lib/local/s3/errors.ts';
import { invalidArgument, type Reply } from '#lib/local/s3/http/reply.ts';
import { newChecksum } from '#lib/local/s3/payload/checksums.ts';
import { MAX_PUT_BYTES } from '#lib/local/s3/payload/plan.ts';
import { readBlob } from '#lib/local/s3/store/read.ts';
import { putPart, uploadOf } from '#lib/local/s3/store/uploads.ts';
import { document } from '#lib/local/s3/xml/write.ts';
import { copySource } from './copy-source.ts';
import { encryptionHeader } from './encryption-headers.ts';
import { partNumberOf } from './multipart.ts';
import type { ObjectCall, Operation } from './operation.ts';

async function uploadPartCopy(call: ObjectCall): Promise<Reply> {
  const { engine, request, bucket, key } = call;
  const { store } = engine;
  const number = partNumberOf(request.query);
  const uploadId = request.query.get('uploadId') ?? '';
  const upload = uploadOf(store, bucket, key, uploadId);
  const { record, bucket: from } = copySource(call);
  const { start, end } = copyRange(request.headers['x-amz-copy-source-range'], record.blob.size);
  const release = store.blobs.pin(record.blob);
  const writer = store.blobs.writer(upload.encryption);
  try {
    const md5 = createHash('md5');
    const sum = upload.checksum && newChecksum(upload.checksum.algorithm);
    for await (const bytes of readBlob(store.blobs, record.blob, start, end)) {
      md5.update(bytes);
      sum?.update(bytes);
      await writer.write(bytes);
    }
    const etag = md5.digest('hex');
    const checksum = upload.checksum &&
      sum && { algorithm: upload.checksum.algorithm, value: sum.digest().toString('base64') };
    const blob = await writer.finish();
    const part = await putPart(store, bucket, { key, uploadId, number }, blob, { etag, checksum });
    return {
      headers: {
        'x-amz-copy-source-version-id': from.versioning === 'disabled' ? undefined : record.version,
        ...encryptionHeader(upload),
      },
      xml: document('CopyPartResult', {
        LastModified: new Date(part.modified),
        ETag: `"${etag}"`,
        ...(checksum && { [`Checksum${checksum.algorithm}`]: checksum.value }),
      }),
    };
  } catch (error) {
    await writer.discard();
    throw error;
  } finally {
    store.blobs.settle(writer.id);
    release();
  }
}

function copyRange(header: string | undefined, size: number): { start: number; end: number } {
  const match = /^bytes=(\d{1,15})-(\d{1,15})$/.exec(header ?? 'bytes=0-0');
  const [start, end] = header === undefined ? [0, size] : [Number(match?.[1]), Number(match?.[2]) + 1];
  if (!match || start > end) {
    throw invalidArgument(
      'The x-amz-copy-source-range value must be of the form bytes=first-last where first and last are the zero-based offsets of the first and last bytes to copy',
      'x-amz-copy-source-range',
      header ?? '',
    );
  }
  if (end > size) {
    throw new S3Error('InvalidRange', {
      message: `Range specified is not valid for source object of size: ${size}`,
      details: { RangeRequested: (header ?? '').slice(0, 128), ActualObjectSize: size },
    });
  }
  if (end - start <= MAX_PUT_BYTES) return { start, end };
  throw new S3Error('InvalidRequest', {
    message: 'The specified copy source is larger than the maximum allowable size for a copy source',
  });
}

/** The operation that copies a part from another object. */
export const copyPartOperations: readonly Operation[] = [
  {
    name: 'UploadPartCopy',
    method: 'PUT',
    level: 'object',
    query: 'uploadId',
    header: 'x-amz-copy-source',
    action: 'PutObject',
    counts: 'put',
    run: uploadPartCopy,
  },
];
