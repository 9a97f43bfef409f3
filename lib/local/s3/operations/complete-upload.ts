import { S3Error } from '#lib/local/s3/errors.ts';
import type { Reply } from '#lib/local/s3/http/reply.ts';
import { checkWholeValue, newChecksum, sentChecksum } from '#lib/local/s3/payload/checksums.ts';
import { combineCrcs } from '#lib/local/s3/payload/crc-combine.ts';
import type { PartRecord, StoredChecksum, UploadRecord } from '#lib/local/s3/store/records.ts';
import { type ClaimedPart, completeUpload, madeBy, uploadOf } from '#lib/local/s3/store/uploads.ts';
import { childText, malformed } from '#lib/local/s3/xml/parse.ts';
import { document } from '#lib/local/s3/xml/write.ts';
import { childrenOf, type XmlElement } from '#lib/standards/xml/parse.ts';
import { readXml } from './body.ts';
import { encryptionHeader } from './encryption-headers.ts';
import { checkKeyless, unquoted, writeConditions } from './object-headers.ts';
import type { ObjectCall, Operation } from './operation.ts';

async function completeMultipartUpload(call: ObjectCall): Promise<Reply> {
  const { engine, request, bucket, key, plan } = call;
  checkKeyless(request.headers);
  const uploadId = request.query.get('uploadId') ?? '';
  const before = madeBy(engine.store, bucket, { key, uploadId });
  const { checksum: asked } = before ?? uploadOf(engine.store, bucket, key, uploadId);
  // The checksum header of this request is that of the object, not of the request's document.
  const sent = sentChecksum(request.headers);
  if (sent) checkWholeValue(sent.algorithm, sent.value);
  const root = await readXml({ ...call, plan: { ...plan, checksum: undefined } });
  const claimed = readClaims(root, asked?.algorithm);
  if (asked?.type === 'COMPOSITE') checkClaimed(claimed, asked.algorithm);
  const conditions = writeConditions(request.headers);
  const record = await completeUpload(engine.store, bucket, { key, uploadId }, claimed, (upload, parts) => {
    checkSize(request.headers['x-amz-mp-object-size'], parts);
    return { checksum: checkedChecksum(wholeChecksum(upload, parts), request.headers, sent), conditions };
  });
  const { etag, checksum, version } = record;
  return {
    headers: {
      'x-amz-version-id': bucket.versioning === 'enabled' ? version : undefined,
      ...encryptionHeader(record),
    },
    xml: document('CompleteMultipartUploadResult', {
      Location: `${schemeOf(request)}://${request.headers.host}${request.path}`,
      Bucket: bucket.name,
      Key: key,
      ETag: `"${etag}"`,
      ...(checksum && { [`Checksum${checksum.algorithm}`]: checksum.value, ChecksumType: checksum.type }),
    }),
  };
}

function schemeOf({ headers, message }: ObjectCall['request']): string {
  return 'encrypted' in message.socket || headers['x-forwarded-proto'] === 'https' ? 'https' : 'http';
}

function readClaims(root: XmlElement, algorithm: string | undefined): ClaimedPart[] {
  const parts = childrenOf(root, 'Part');
  if (root.name !== 'CompleteMultipartUpload' || parts.length === 0 || parts.length > 10_000) throw malformed();
  const claims = parts.map((part) => {
    const number = Number(childText(part, 'PartNumber'));
    const etag = childText(part, 'ETag');
    if (!Number.isInteger(number) || etag === undefined) throw malformed();
    return { number, etag: unquoted(etag), checksum: algorithm && childText(part, `Checksum${algorithm}`) };
  });
  const ordered = claims.every(({ number }, index) => index === 0 || number >= (claims[index - 1]?.number ?? 0));
  if (!ordered) throw new S3Error('InvalidPartOrder');
  // A client that sent a part again may name it twice; the last one counts.
  return claims.filter(({ number }, index) => number !== claims[index + 1]?.number);
}

/** A checksum of checksums vouches for the parts only where the request names theirs. */
function checkClaimed(claimed: readonly ClaimedPart[], algorithm: string): void {
  const bare = claimed.find(({ checksum }) => checksum === undefined);
  if (!bare) return;
  throw new S3Error('InvalidRequest', {
    message: `The upload was created using a ${algorithm.toLowerCase()} checksum. The complete request must include the checksum for each part. It was missing for part ${bare.number} in the request.`,
  });
}

function checkSize(claimed: string | undefined, parts: readonly PartRecord[]): void {
  const size = parts.reduce((sum, { blob }) => sum + blob.size, 0);
  if (claimed === undefined || claimed === String(size)) return;
  throw new S3Error('InvalidRequest', {
    message: `The provided 'x-amz-mp-object-size' header value ${claimed.slice(0, 32)} does not match what was computed: ${size}`,
  });
}

function wholeChecksum({ checksum }: UploadRecord, parts: readonly PartRecord[]): StoredChecksum | null {
  if (!checksum) return null;
  const { algorithm, type } = checksum;
  const sums = parts.map(({ checksum: sum, blob }) => ({ value: sum?.value ?? '', size: blob.size }));
  if (type === 'FULL_OBJECT') return { algorithm, type, value: combineCrcs(algorithm, sums) };
  const bytes = Buffer.concat(sums.map(({ value }) => Buffer.from(value, 'base64')));
  return { algorithm, type, value: `${digestOf(algorithm, bytes)}-${parts.length}` };
}

function checkedChecksum(
  checksum: StoredChecksum | null,
  headers: ObjectCall['request']['headers'],
  sent: ReturnType<typeof sentChecksum>,
): StoredChecksum | null {
  const type = headers['x-amz-checksum-type']?.toUpperCase();
  if (type !== undefined && checksum && type !== checksum.type) {
    throw new S3Error('InvalidRequest', {
      message: `The upload was created with the ${checksum.type} checksum type. The complete request must include the same checksum type.`,
    });
  }
  if (!sent || (sent.algorithm === checksum?.algorithm && sent.value === checksum.value)) return checksum;
  throw new S3Error('BadDigest', {
    message: `The ${sent.algorithm} you specified did not match the calculated checksum.`,
  });
}

function digestOf(algorithm: string, bytes: Buffer): string {
  const sum = newChecksum(algorithm);
  sum.update(bytes);
  return sum.digest().toString('base64');
}

/** The operation that completes an upload. */
export const completeOperations: readonly Operation[] = [
  {
    name: 'CompleteMultipartUpload',
    method: 'POST',
    level: 'object',
    query: 'uploadId',
    action: 'PutObject',
    counts: 'put',
    run: completeMultipartUpload,
  },
];
