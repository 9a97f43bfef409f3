import { S3Error } from '#lib/local/s3/errors.ts';
import { invalidArgument, type Reply } from '#lib/local/s3/http/reply.ts';
import { algorithmOf, newChecksum } from '#lib/local/s3/payload/checksums.ts';
import { type Draft, publishBlob, publishShared } from '#lib/local/s3/store/publish.ts';
import { readBlob } from '#lib/local/s3/store/read.ts';
import type {
  BlobRef,
  BucketRecord,
  ObjectHeaders,
  ObjectRecord,
  StoredChecksum,
} from '#lib/local/s3/store/records.ts';
import type { Store } from '#lib/local/s3/store/store.ts';
import { document } from '#lib/local/s3/xml/write.ts';
import { writtenAs } from './acl.ts';
import { type CopySource, copySource } from './copy-source.ts';
import { askedEncryption, encryptionHeader } from './encryption-headers.ts';
import { askedLock } from './lock-headers.ts';
import { checkImplied, checkWrittenWhole, REDIRECT, readObjectHeaders, writeConditions } from './object-headers.ts';
import type { ObjectCall, Operation } from './operation.ts';

async function copyObject(call: ObjectCall): Promise<Reply> {
  const { engine, request, bucket, key } = call;
  checkImplied(request.headers);
  checkWrittenWhole(request.query);
  const source = copySource(call);
  const { record } = source;
  const headers = headersOfCopy(call, source);
  const { etag } = record;
  const checksum = await checksumOfCopy(engine.store, record, request.headers['x-amz-checksum-algorithm']);
  const conditions = writeConditions(request.headers);
  const lock = askedLock(call);
  const draft = { key, headers, etag, checksum, conditions, lock };
  const still = () => {
    const found = source.find();
    if (found.seq === record.seq) return found;
    throw new S3Error('PreconditionFailed', { message: 'The source changed while it was being copied' });
  };
  // Only what is to be encrypted, and is not yet, needs other bytes.
  const isShared = headers.encryption === record.encryption;
  const copy = isShared
    ? await publishShared(engine.store, bucket, draft, still)
    : await publishEncrypted(engine.store, bucket, draft, still().blob);
  return {
    headers: {
      'x-amz-version-id': bucket.versioning === 'enabled' ? copy.version : undefined,
      'x-amz-copy-source-version-id': source.bucket.versioning === 'disabled' ? undefined : record.version,
      ...encryptionHeader(copy),
    },
    xml: document('CopyObjectResult', copyResult(copy)),
  };
}

/**
 * The checksum of the source, or that of the algorithm that the request names, of the bytes. Throws NotImplemented for
 * another one of an object of parts, whose checksums would have to change with it.
 */
async function checksumOfCopy(
  { blobs }: Store,
  { blob, checksum }: ObjectRecord,
  name: string | undefined,
): Promise<StoredChecksum | null> {
  const algorithm = name === undefined ? undefined : algorithmOf(name);
  if (algorithm === undefined || algorithm === checksum?.algorithm) return checksum;
  if (blob.where === 'manifest') {
    throw new S3Error('NotImplemented', { message: 'The copy of an object of parts keeps the checksum of its source' });
  }
  const sum = newChecksum(algorithm);
  const unpin = blobs.pin(blob);
  try {
    for await (const bytes of readBlob(blobs, blob, 0, blob.size)) sum.update(bytes);
  } finally {
    unpin();
  }
  return { algorithm, value: sum.digest().toString('base64'), type: 'FULL_OBJECT' };
}

/**
 * Makes an object of stored bytes, which are written anew, encrypted. They are readable to the end, whatever becomes of
 * their source meanwhile.
 */
async function publishEncrypted(
  store: Store,
  bucket: BucketRecord,
  draft: Draft,
  from: BlobRef,
): Promise<ObjectRecord> {
  const unpin = store.blobs.pin(from);
  const writer = store.blobs.writer(draft.headers.encryption);
  try {
    for await (const bytes of readBlob(store.blobs, from, 0, from.size)) await writer.write(bytes);
    return await publishBlob(store, bucket, draft, await writer.finish());
  } catch (error) {
    await writer.discard();
    throw error;
  } finally {
    store.blobs.settle(writer.id);
    unpin();
  }
}

function copyResult({ modified, etag, checksum }: ObjectRecord) {
  return {
    LastModified: new Date(modified),
    ETag: `"${etag}"`,
    ...(checksum && { [`Checksum${checksum.algorithm}`]: checksum.value, ChecksumType: checksum.type }),
  };
}

function headersOfCopy(call: ObjectCall, source: CopySource): ObjectHeaders {
  const { request, bucket, key } = call;
  const metadata = directive(request.headers, 'x-amz-metadata-directive');
  const tagging = directive(request.headers, 'x-amz-tagging-directive');
  const itself = source.bucket.id === bucket.id && source.key === key && source.version === undefined;
  const encryption = source.record.encryption ?? askedEncryption(call, request.headers).encryption;
  const redirect = request.headers[REDIRECT];
  if (itself && metadata === 'COPY' && encryption === source.record.encryption && redirect === undefined) {
    throw new S3Error('InvalidRequest', {
      message:
        "This copy request is illegal because it is trying to copy an object to itself without changing the object's metadata, storage class, website redirect location or encryption attributes.",
    });
  }
  const sent = readObjectHeaders(request.headers);
  const { system: described, user } = metadata === 'REPLACE' ? sent : source.record;
  const { [REDIRECT]: _, ...kept } = described;
  const system = { ...kept, ...(redirect !== undefined && { [REDIRECT]: redirect }) };
  const tags = tagging === 'REPLACE' ? sent.tags : source.record.tags;
  return { system, user, tags, ...(encryption && { encryption }), ...writtenAs(call) };
}

function directive(headers: Readonly<Record<string, string>>, name: string): 'COPY' | 'REPLACE' {
  const value = headers[name] ?? 'COPY';
  if (value === 'COPY' || value === 'REPLACE') return value;
  throw invalidArgument(`Unknown ${name}.`, name, value);
}

/** Operations that copy objects. No bytes are copied, since blobs are shared. */
export const copyOperations: readonly Operation[] = [
  {
    name: 'CopyObject',
    method: 'PUT',
    level: 'object',
    header: 'x-amz-copy-source',
    action: 'PutObject',
    counts: 'put',
    run: copyObject,
  },
];
