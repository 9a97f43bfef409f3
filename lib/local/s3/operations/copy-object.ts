import { S3Error } from '#lib/local/s3/errors.ts';
import { invalidArgument, type Reply } from '#lib/local/s3/http/reply.ts';
import { publishShared } from '#lib/local/s3/store/publish.ts';
import type { ObjectHeaders, ObjectRecord } from '#lib/local/s3/store/records.ts';
import { document } from '#lib/local/s3/xml/write.ts';
import { writtenAs } from './acl.ts';
import { type CopySource, copySource } from './copy-source.ts';
import { askedLock } from './lock-headers.ts';
import { checkImplied, checkWrittenWhole, readObjectHeaders, writeConditions } from './object-headers.ts';
import type { ObjectCall, Operation } from './operation.ts';

async function copyObject(call: ObjectCall): Promise<Reply> {
  const { engine, request, bucket, key } = call;
  checkImplied(request.headers);
  checkWrittenWhole(request.query);
  const source = copySource(call);
  const { record } = source;
  const headers = headersOfCopy(call, source);
  const asked = request.headers['x-amz-checksum-algorithm'];
  if (asked !== undefined && asked.toUpperCase() !== record.checksum?.algorithm) {
    throw new S3Error('NotImplemented', {
      message: 'A copy keeps the checksum of its source; another is not implemented',
    });
  }
  const { etag, checksum } = record;
  const conditions = writeConditions(request.headers);
  const lock = askedLock(call);
  const copy = await publishShared(engine.store, bucket, { key, headers, etag, checksum, conditions, lock }, () => {
    const still = source.find();
    if (still.seq === record.seq) return still;
    throw new S3Error('PreconditionFailed', { message: 'The source changed while it was being copied' });
  });
  return {
    headers: {
      'x-amz-version-id': bucket.versioning === 'enabled' ? copy.version : undefined,
      'x-amz-copy-source-version-id': source.bucket.versioning === 'disabled' ? undefined : record.version,
    },
    xml: document('CopyObjectResult', copyResult(copy)),
  };
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
  if (itself && metadata === 'COPY') {
    throw new S3Error('InvalidRequest', {
      message:
        "This copy request is illegal because it is trying to copy an object to itself without changing the object's metadata, storage class, website redirect location or encryption attributes.",
    });
  }
  const sent = readObjectHeaders(request.headers);
  const { system, user } = metadata === 'REPLACE' ? sent : source.record;
  return { system, user, tags: tagging === 'REPLACE' ? sent.tags : source.record.tags, ...writtenAs(call) };
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
