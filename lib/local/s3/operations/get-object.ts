import { S3Error } from '#lib/local/s3/errors.ts';
import { invalidArgument, type Reply } from '#lib/local/s3/http/reply.ts';
import { checksumHeader } from '#lib/local/s3/payload/checksums.ts';
import { readBlob } from '#lib/local/s3/store/read.ts';
import type { ObjectRecord } from '#lib/local/s3/store/records.ts';
import type { Store } from '#lib/local/s3/store/store.ts';
import { findObject } from './find.ts';
import { lockHeaders } from './lock-headers.ts';
import { checkKeyless, objectHeaders } from './object-headers.ts';
import type { ObjectCall, Operation } from './operation.ts';
import { type ByteRange, parseRange } from './ranges.ts';
import { checkReadConditions } from './read-conditions.ts';

const overrides = [
  'cache-control',
  'content-disposition',
  'content-encoding',
  'content-language',
  'content-type',
  'expires',
];

function getObject(call: ObjectCall): Reply {
  const { engine, request, bucket, key, signer } = call;
  const { store } = engine;
  checkKeyless(request.headers);
  const record = findObject(store, bucket, key, request.query.get('versionId'));
  checkReadConditions(request.headers, record);
  const { size } = record.blob;
  checkOneRange(request);
  const part = partRange(store, record, request.query.get('partNumber'));
  const range = part ?? parseRange(applicableRange(request.headers, record), size);
  const { start, end } = range ?? { start: 0, end: size };
  const release = store.blobs.pin(record.blob);
  return {
    status: range ? 206 : 200,
    headers: {
      ...objectHeaders(record, bucket.versioning !== 'disabled'),
      ...(signer && lockHeaders(record)),
      ...(range && !part ? {} : checksumHeaders(request.headers, record, part)),
      ...overridden(call),
      'content-length': end - start,
      'content-range': range && start < end ? `bytes ${start}-${end - 1}/${size}` : undefined,
      'x-amz-mp-parts-count': part?.parts,
    },
    stream: () => readBlob(store.blobs, record.blob, start, end),
    done: release,
  };
}

/** With If-Range, a range applies only where the client has the rest of the same object. */
function applicableRange(
  headers: Readonly<Record<string, string>>,
  { etag, modified }: ObjectRecord,
): string | undefined {
  const condition = headers['if-range'];
  if (condition === undefined || condition === `"${etag}"`) return headers.range;
  return new Date(modified).toUTCString() === condition ? headers.range : undefined;
}

/** Throws InvalidRequest where a part is asked for, and a range of the whole object too. */
function checkOneRange({ headers, query }: ObjectCall['request']): void {
  if (headers.range === undefined || !query.has('partNumber')) return;
  throw new S3Error('InvalidRequest', { message: 'Cannot specify both Range header and partNumber query parameter' });
}

/** A part, the number of parts, and the value of the part's checksum, as far as the object has them. */
interface PartRange extends ByteRange {
  parts: number | undefined;
  value: string | undefined;
}

function partRange(store: Store, { blob, checksum }: ObjectRecord, text: string | undefined): PartRange | undefined {
  if (text === undefined) return undefined;
  const number = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (number < 1 || number > 10_000) {
    throw invalidArgument('Part number must be an integer between 1 and 10000, inclusive', 'partNumber', text);
  }
  const pieces = store.blobs.pieces(blob);
  const piece = pieces[number - 1];
  if (!piece) throw new S3Error('InvalidPart', { message: 'The requested partnumber is not satisfiable' });
  const start = pieces.slice(0, number - 1).reduce((sum, { size }) => sum + size, 0);
  if (blob.where !== 'manifest') return { start, end: piece.size, parts: undefined, value: checksum?.value };
  return { start, end: start + piece.size, parts: pieces.length, value: piece.checksum };
}

function checksumHeaders(
  headers: Readonly<Record<string, string>>,
  { checksum }: ObjectRecord,
  part: PartRange | undefined,
): Record<string, string> {
  if (!checksum || headers['x-amz-checksum-mode']?.toUpperCase() !== 'ENABLED') return {};
  const value = part ? part.value : checksum.value;
  if (value === undefined) return {};
  return { [checksumHeader(checksum.algorithm)]: value, 'x-amz-checksum-type': checksum.type };
}

function overridden({ request, signer }: ObjectCall): Record<string, string> {
  const asked = overrides.filter((name) => request.query.has(`response-${name}`));
  if (asked.length > 0 && !signer) {
    throw new S3Error('InvalidRequest', {
      message: 'Request specific response headers cannot be used for anonymous GET requests.',
    });
  }
  return Object.fromEntries(asked.map((name) => [name, headerText(request.query.get(`response-${name}`) ?? '')]));
}

/** A parameter may contain characters that a header cannot. */
function headerText(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what would split a header
  if (/[\u0000-\u001f\u007f]/.test(text))
    throw new S3Error('InvalidArgument', { message: 'A response header cannot hold control characters' });
  return Buffer.from(text).toString('latin1');
}

/** Operations that read objects. */
export const getOperations: readonly Operation[] = [
  { name: 'GetObject', method: 'GET', level: 'object', action: 'GetObject', counts: 'get', run: getObject },
  { name: 'HeadObject', method: 'HEAD', level: 'object', action: 'GetObject', counts: 'get', run: getObject },
];
