import { ownerOf } from '#lib/local/s3/auth/caller.ts';
import { invalidArgument, type Reply } from '#lib/local/s3/http/reply.ts';
import type { BucketRecord } from '#lib/local/s3/store/records.ts';
import { type ListedVersion, listVersions } from '#lib/local/s3/store/version-listing.ts';
import { findVersion } from '#lib/local/s3/store/versions.ts';
import { document, type XmlValue } from '#lib/local/s3/xml/write.ts';
import { type Encoding, encodingOf } from './encoding.ts';
import { checkVersionId } from './find.ts';
import { readNumber } from './object-headers.ts';
import type { BucketCall, Operation } from './operation.ts';

function listObjectVersions(call: BucketCall): Reply {
  const { engine, request, bucket } = call;
  const { query } = request;
  const encoding = encodingOf(query);
  const [prefix, delimiter, after] = [
    query.get('prefix') ?? '',
    query.get('delimiter') ?? '',
    query.get('key-marker') ?? '',
  ];
  const limit = readNumber(query.get('max-keys'), 'max-keys', 1000, 1000);
  const afterSeq = seqOfMarker(call, after);
  const page = listVersions(engine.store.tables, bucket, { prefix, delimiter, after, afterSeq, limit });
  return {
    xml: document('ListVersionsResult', [
      {
        Name: bucket.name,
        Prefix: encoding.of(prefix),
        KeyMarker: encoding.of(after),
        VersionIdMarker: query.get('version-id-marker') ?? '',
        NextKeyMarker: page.last && encoding.of(page.last.key),
        NextVersionIdMarker: page.last?.version,
        MaxKeys: limit,
        Delimiter: delimiter ? encoding.of(delimiter) : undefined,
        EncodingType: encoding.name,
        IsTruncated: page.last !== undefined,
      },
      ...page.versions.map((version) => shown(version, encoding, bucket)),
      { CommonPrefixes: page.prefixes.map((Prefix) => ({ Prefix: encoding.of(Prefix) })) },
    ]),
  };
}

/** A marker's version may have been deleted; its id still gives the position. */
function seqOfMarker({ engine, request, bucket }: BucketCall, key: string): number | undefined {
  const marker = request.query.get('version-id-marker');
  if (!marker) return undefined;
  if (key === '') {
    throw invalidArgument('A version-id marker cannot be specified without a key marker.', 'version-id-marker', marker);
  }
  checkVersionId(marker);
  if (marker === 'null') return findVersion(engine.store.tables, bucket, key, marker)?.seq;
  return Number.parseInt(marker.slice(0, 16), 16);
}

function shown({ key, record, latest }: ListedVersion, encoding: Encoding, bucket: BucketRecord): XmlValue {
  const head = {
    Key: encoding.of(key),
    VersionId: record.version,
    IsLatest: latest,
    LastModified: new Date(record.modified),
  };
  if (record.marker) return { DeleteMarker: { ...head, Owner: { ...ownerOf(bucket) } } };
  const { etag, blob } = record;
  return {
    Version: {
      ...head,
      ETag: `"${etag}"`,
      Size: blob.size,
      StorageClass: 'STANDARD',
      Owner: { ...ownerOf(bucket, record) },
    },
  };
}

/** Operations that list versions. */
export const versionOperations: readonly Operation[] = [
  {
    name: 'ListObjectVersions',
    method: 'GET',
    level: 'bucket',
    query: 'versions',
    action: 'ListBucket',
    counts: 'list',
    run: listObjectVersions,
  },
];
