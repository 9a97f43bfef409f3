import { ownerOf } from '#lib/local/s3/auth/caller.ts';
import type { Reply } from '#lib/local/s3/http/reply.ts';
import { listUploads } from '#lib/local/s3/store/upload-listing.ts';
import { partsOf, uploadOf } from '#lib/local/s3/store/uploads.ts';
import { document } from '#lib/local/s3/xml/write.ts';
import { encodingOf } from './encoding.ts';
import { readNumber } from './object-headers.ts';
import type { BucketCall, ObjectCall, Operation } from './operation.ts';

function listParts({ engine, request, bucket, key }: ObjectCall): Reply {
  const { query } = request;
  const upload = uploadOf(engine.store, bucket, key, query.get('uploadId') ?? '');
  const limit = readNumber(query.get('max-parts'), 'max-parts', 1000, 1000);
  const marker = readNumber(query.get('part-number-marker'), 'part-number-marker', 0, 10_000);
  const found = partsOf(engine.store, upload.id, marker, limit + 1);
  const shown = found.slice(0, limit);
  const encoding = encodingOf(query);
  return {
    xml: document('ListPartsResult', {
      Bucket: bucket.name,
      Key: encoding.of(key),
      UploadId: upload.id,
      PartNumberMarker: marker,
      NextPartNumberMarker: shown.at(-1)?.number ?? 0,
      MaxParts: limit,
      EncodingType: encoding.name,
      IsTruncated: found.length > shown.length && limit > 0,
      ...(upload.checksum && { ChecksumAlgorithm: upload.checksum.algorithm, ChecksumType: upload.checksum.type }),
      Part: shown.map(({ number, part }) => ({
        PartNumber: number,
        LastModified: new Date(part.modified),
        ETag: `"${part.etag}"`,
        ...(part.checksum && { [`Checksum${part.checksum.algorithm}`]: part.checksum.value }),
        Size: part.blob.size,
      })),
      Initiator: { ...ownerOf(bucket, upload) },
      Owner: { ...ownerOf(bucket, upload) },
      StorageClass: 'STANDARD',
    }),
  };
}

function listMultipartUploads({ engine, request, bucket }: BucketCall): Reply {
  const { query } = request;
  const encoding = encodingOf(query);
  const [prefix, delimiter] = [query.get('prefix') ?? '', query.get('delimiter') ?? ''];
  const [keyMarker, uploadIdMarker] = [query.get('key-marker') ?? '', query.get('upload-id-marker') ?? ''];
  const limit = Math.max(1, readNumber(query.get('max-uploads'), 'max-uploads', 1000, 1000));
  const page = listUploads(engine.store.tables, bucket, { prefix, delimiter, keyMarker, uploadIdMarker, limit });
  return {
    xml: document('ListMultipartUploadsResult', {
      Bucket: bucket.name,
      KeyMarker: encoding.of(keyMarker),
      UploadIdMarker: uploadIdMarker,
      NextKeyMarker: page.last && encoding.of(page.last.key),
      NextUploadIdMarker: page.last?.uploadId,
      Prefix: encoding.of(prefix),
      Delimiter: delimiter ? encoding.of(delimiter) : undefined,
      EncodingType: encoding.name,
      MaxUploads: limit,
      IsTruncated: page.last !== undefined,
      Upload: page.uploads.map(({ key, id, initiated, checksum, owner }) => ({
        Key: encoding.of(key),
        UploadId: id,
        Initiator: { ...ownerOf(bucket, { owner }) },
        Owner: { ...ownerOf(bucket, { owner }) },
        StorageClass: 'STANDARD',
        Initiated: new Date(initiated),
        ...(checksum && { ChecksumAlgorithm: checksum.algorithm, ChecksumType: checksum.type }),
      })),
      CommonPrefixes: page.prefixes.map((Prefix) => ({ Prefix: encoding.of(Prefix) })),
    }),
  };
}

/** Operations that list uploads and their parts. */
export const uploadListOperations: readonly Operation[] = [
  {
    name: 'ListParts',
    method: 'GET',
    level: 'object',
    query: 'uploadId',
    action: 'ListMultipartUploadParts',
    counts: 'list',
    run: listParts,
  },
  {
    name: 'ListMultipartUploads',
    method: 'GET',
    level: 'bucket',
    query: 'uploads',
    action: 'ListBucketMultipartUploads',
    counts: 'list',
    run: listMultipartUploads,
  },
];
