import { S3Error } from '#lib/local/s3/errors.ts';
import { invalidArgument } from '#lib/local/s3/http/reply.ts';
import { currentKey } from '#lib/local/s3/store/keys.ts';
import type { BucketRecord, ObjectRecord } from '#lib/local/s3/store/records.ts';
import type { Store } from '#lib/local/s3/store/store.ts';
import { findVersion, isVersionId, newest } from '#lib/local/s3/store/versions.ts';

/** The object or version that is asked for. Throws NoSuchKey, NoSuchVersion and MethodNotAllowed (a delete marker). */
export function findObject(
  { tables }: Store,
  bucket: BucketRecord,
  key: string,
  version: string | undefined,
): ObjectRecord {
  if (version === undefined) {
    const record = tables.current.get(currentKey(bucket.id, key));
    if (record) return record;
    const marker = bucket.versioning === 'disabled' ? undefined : newest(tables, bucket, key);
    throw new S3Error('NoSuchKey', {
      details: { Key: key },
      headers: marker ? markerHeaders(marker.version) : noMarker,
    });
  }
  checkVersionId(version);
  const record = findVersion(tables, bucket, key, version);
  if (!record) throw new S3Error('NoSuchVersion', { details: { Key: key, VersionId: version } });
  if (!record.marker) return record;
  throw new S3Error('MethodNotAllowed', {
    details: { Method: 'GET', ResourceType: 'DeleteMarker' },
    headers: { ...markerHeaders(version), 'last-modified': new Date(record.modified).toUTCString(), allow: 'DELETE' },
  });
}

/** Throws InvalidArgument for a text that cannot be a version id. */
export function checkVersionId(version: string): string {
  if (isVersionId(version)) return version;
  throw invalidArgument('Invalid version id specified', 'versionId', version);
}

const noMarker = { 'x-amz-delete-marker': 'false' };

function markerHeaders(version: string): Record<string, string> {
  return { 'x-amz-delete-marker': 'true', 'x-amz-version-id': version };
}
