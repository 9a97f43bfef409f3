import type { Reply } from '#lib/local/s3/http/reply.ts';
import { checksumHeader } from '#lib/local/s3/payload/checksums.ts';
import { admit, publishBlob } from '#lib/local/s3/store/publish.ts';
import type { BucketRecord, ObjectRecord } from '#lib/local/s3/store/records.ts';
import { writtenAs } from './acl.ts';
import { storeBody } from './body.ts';
import { askedEncryption, encryptionHeader } from './encryption-headers.ts';
import { askedLock } from './lock-headers.ts';
import { checkImplied, checkWrittenWhole, readObjectHeaders, writeConditions } from './object-headers.ts';
import type { ObjectCall, Operation } from './operation.ts';

async function putObject(call: ObjectCall): Promise<Reply> {
  const { engine, request, bucket, key, plan } = call;
  checkImplied(request.headers);
  checkWrittenWhole(request.query);
  const headers = {
    ...readObjectHeaders(request.headers),
    ...askedEncryption(call, request.headers),
    ...writtenAs(call),
  };
  const conditions = writeConditions(request.headers);
  const lock = askedLock(call);
  // Refuses before the body is sent.
  admit(engine.store, bucket, { key, conditions, lock }, plan.length ?? 0);
  const record = await storeBody({ ...call, encryption: headers.encryption }, (blob, { md5, checksum }) => {
    const whole = checksum && ({ ...checksum, type: 'FULL_OBJECT' } as const);
    return publishBlob(engine.store, bucket, { key, headers, etag: md5, checksum: whole, conditions, lock }, blob);
  });
  return { headers: writtenHeaders(bucket, record) };
}

/** The headers that describe what was written. */
export function writtenHeaders(bucket: BucketRecord, record: ObjectRecord): Record<string, string | undefined> {
  const { etag, checksum, version } = record;
  return {
    etag: `"${etag}"`,
    ...encryptionHeader(record),
    ...(checksum && { [checksumHeader(checksum.algorithm)]: checksum.value, 'x-amz-checksum-type': checksum.type }),
    'x-amz-version-id': bucket.versioning === 'enabled' ? version : undefined,
  };
}

/** Operations that write objects. */
export const putOperations: readonly Operation[] = [
  { name: 'PutObject', method: 'PUT', level: 'object', action: 'PutObject', counts: 'put', run: putObject },
];
