import { invalidArgument, type Reply } from '#lib/local/s3/http/reply.ts';
import type { ObjectRecord } from '#lib/local/s3/store/records.ts';
import type { Store } from '#lib/local/s3/store/store.ts';
import { document, type XmlValue } from '#lib/local/s3/xml/write.ts';
import { findObject } from './find.ts';
import { checkKeyless, readNumber } from './object-headers.ts';
import type { ObjectCall, Operation } from './operation.ts';
import { checkReadConditions } from './read-conditions.ts';

const MOST_PARTS = 1000;

type Headers = Readonly<Record<string, string>>;

/** The attributes that may be asked for, in the order of the answer. */
const attributes: Readonly<Record<string, (record: ObjectRecord, store: Store, headers: Headers) => XmlValue>> = {
  ETag: ({ etag }) => etag,
  Checksum: ({ checksum }) =>
    checksum && { [`Checksum${checksum.algorithm}`]: checksum.value, ChecksumType: checksum.type },
  ObjectParts: partsXml,
  StorageClass: () => 'STANDARD',
  ObjectSize: ({ blob }) => blob.size,
};

function getObjectAttributes({ engine, request, bucket, key }: ObjectCall): Reply {
  const { headers, query } = request;
  checkKeyless(headers);
  const asked = (headers['x-amz-object-attributes'] ?? '').split(',').map((name) => name.trim());
  const unknown = asked.find((name) => !Object.hasOwn(attributes, name));
  if (unknown !== undefined) {
    throw invalidArgument('Invalid attribute name specified.', 'x-amz-object-attributes', unknown);
  }
  const record = findObject(engine.store, bucket, key, query.get('versionId'));
  checkReadConditions(headers, record);
  const shown = Object.entries(attributes).filter(([name]) => asked.includes(name));
  return {
    headers: {
      'last-modified': new Date(record.modified).toUTCString(),
      'x-amz-version-id': bucket.versioning === 'disabled' ? undefined : record.version,
    },
    xml: document(
      'GetObjectAttributesResponse',
      Object.fromEntries(shown.map(([name, of]) => [name, of(record, engine.store, headers)])),
    ),
  };
}

/** A page of an object's parts. */
function partsXml({ blob, checksum }: ObjectRecord, { blobs }: Store, headers: Headers): XmlValue {
  if (blob.where !== 'manifest') return undefined;
  const pieces = blobs.pieces(blob);
  const marker = readNumber(headers['x-amz-part-number-marker'], 'x-amz-part-number-marker', 0, pieces.length);
  const limit = partsAtMost(headers['x-amz-max-parts']);
  const page = pieces.slice(marker, marker + limit);
  return {
    PartsCount: pieces.length,
    PartNumberMarker: marker,
    NextPartNumberMarker: marker + page.length,
    MaxParts: limit,
    IsTruncated: marker + page.length < pieces.length,
    Part: page.map(({ size, checksum: sum }, index) => ({
      PartNumber: marker + index + 1,
      Size: size,
      ...(checksum && { [`Checksum${checksum.algorithm}`]: sum }),
    })),
  };
}

/** The size of a page of parts. S3 takes what is no number for no limit here, unlike in a list of an upload's parts. */
const partsAtMost = (text = ''): number => (/^\d{1,10}$/.test(text) ? Math.min(Number(text), MOST_PARTS) : MOST_PARTS);

/** The operation that returns an object's attributes without its bytes. */
export const attributeOperations: readonly Operation[] = [
  {
    name: 'GetObjectAttributes',
    method: 'GET',
    level: 'object',
    query: 'attributes',
    action: 'GetObject',
    counts: 'get',
    run: getObjectAttributes,
  },
];
