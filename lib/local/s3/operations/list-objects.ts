import { ownerOf } from '#lib/local/s3/auth/caller.ts';
import { invalidArgument, type Reply } from '#lib/local/s3/http/reply.ts';
import { type ListingPage, listObjects } from '#lib/local/s3/store/listing.ts';
import type { BucketRecord } from '#lib/local/s3/store/records.ts';
import { document, type XmlValue } from '#lib/local/s3/xml/write.ts';
import { type Encoding, encodingOf } from './encoding.ts';
import { readNumber } from './object-headers.ts';
import type { BucketCall, Operation } from './operation.ts';

const MOST = 1000;

function listV1({ engine, request, bucket }: BucketCall): Reply {
  const { query } = request;
  const { prefix, delimiter, limit, encoding } = readCommon(query);
  const marker = query.get('marker') ?? '';
  const afterPrefix = delimiter !== '' && marker.endsWith(delimiter);
  const page = listObjects(engine.store.tables, bucket, { prefix, delimiter, limit, after: marker, afterPrefix });
  return {
    xml: document('ListBucketResult', {
      Name: bucket.name,
      Prefix: encoding.of(prefix),
      Marker: encoding.of(marker),
      NextMarker: page.last && delimiter ? encoding.of(page.last.text) : undefined,
      MaxKeys: limit,
      Delimiter: delimiter ? encoding.of(delimiter) : undefined,
      EncodingType: encoding.name,
      IsTruncated: page.last !== undefined,
      ...entries(page, encoding, bucket),
    }),
  };
}

function listV2({ engine, request, bucket }: BucketCall): Reply {
  const { query } = request;
  if (query.get('list-type') !== '2')
    throw invalidArgument('Invalid List Type specified in Request', 'list-type', query.get('list-type') ?? '');
  const { prefix, delimiter, limit, encoding } = readCommon(query);
  const token = query.get('continuation-token');
  const startAfter = query.get('start-after');
  const from = token === undefined || token === '' ? { after: startAfter ?? '', afterPrefix: false } : readToken(token);
  const page = listObjects(engine.store.tables, bucket, { prefix, delimiter, limit, ...from });
  return {
    xml: document('ListBucketResult', {
      Name: bucket.name,
      Prefix: encoding.of(prefix),
      StartAfter: startAfter === undefined ? undefined : encoding.of(startAfter),
      ContinuationToken: token,
      NextContinuationToken: page.last && writeToken(page.last),
      KeyCount: page.objects.length + page.prefixes.length,
      MaxKeys: limit,
      Delimiter: delimiter ? encoding.of(delimiter) : undefined,
      EncodingType: encoding.name,
      IsTruncated: page.last !== undefined,
      ...entries(page, encoding, query.get('fetch-owner') === 'true' ? bucket : undefined),
    }),
  };
}

function readCommon(query: ReadonlyMap<string, string>) {
  return {
    prefix: query.get('prefix') ?? '',
    delimiter: query.get('delimiter') ?? '',
    limit: readNumber(query.get('max-keys'), 'max-keys', MOST, MOST),
    encoding: encodingOf(query),
  };
}

function entries(page: ListingPage, encoding: Encoding, ownedIn: BucketRecord | undefined): Record<string, XmlValue> {
  return {
    Contents: page.objects.map(({ key, record }) => ({
      Key: encoding.of(key),
      LastModified: new Date(record.modified),
      ETag: `"${record.etag}"`,
      ...(record.checksum && { ChecksumAlgorithm: record.checksum.algorithm, ChecksumType: record.checksum.type }),
      Size: record.blob.size,
      ...(ownedIn && { Owner: { ...ownerOf(ownedIn, record) } }),
      StorageClass: 'STANDARD',
    })),
    CommonPrefixes: page.prefixes.map((Prefix) => ({ Prefix: encoding.of(Prefix) })),
  };
}

/** A cursor for the next page. */
export function writeToken({ text, isPrefix }: { text: string; isPrefix: boolean }): string {
  return Buffer.from(`${isPrefix ? 'p' : 'k'}${text}`).toString('base64url');
}

/** Where a cursor continues. Throws InvalidArgument for an invalid one. */
export function readToken(token: string): { after: string; afterPrefix: boolean } {
  const text = Buffer.from(token, 'base64url').toString('utf8');
  if (!/^[kp]./s.test(text))
    throw invalidArgument('The continuation token provided is incorrect', 'continuation-token', token);
  return { after: text.slice(1), afterPrefix: text.startsWith('p') };
}

/** Operations that list objects. */
export const listOperations: readonly Operation[] = [
  { name: 'ListObjects', method: 'GET', level: 'bucket', action: 'ListBucket', counts: 'list', run: listV1 },
  {
    name: 'ListObjectsV2',
    method: 'GET',
    level: 'bucket',
    query: 'list-type',
    action: 'ListBucket',
    counts: 'list',
    run: listV2,
  },
];
