import { randomBytes } from 'node:crypto';
import { release } from './holding.ts';
import { currentKey, seqOfTail, splitRow, successor, versionKey, versionsPrefix } from './keys.ts';
import type { BucketRecord, ObjectRecord, VersionRecord } from './records.ts';
import type { Tables } from './tables.ts';
import { count } from './usage.ts';

/**
 * The versions of one key: the current object is in `current`, all others are in `versions`. Changes run inside a
 * commit.
 */

/** A version id. It contains its seq, so that the version is found without a search. */
export function newVersionId(seq: number): string {
  return seq.toString(16).padStart(16, '0') + randomBytes(8).toString('hex');
}

/** The next seq of a key: microseconds, greater than every existing one. */
export function nextSeq(tables: Tables, bucket: BucketRecord, key: string, now: number): number {
  const last = tables.current.get(currentKey(bucket.id, key))?.seq ?? newest(tables, bucket, key)?.seq ?? 0;
  return Math.max(now * 1000, last + 1);
}

/** The newest row of `versions` of a key; where nothing is current, it is a delete marker and the latest version. */
export function newest(tables: Tables, bucket: BucketRecord, key: string): VersionRecord | undefined {
  const start = versionsPrefix(bucket.id, key);
  for (const { value } of tables.versions.getRange({ start, end: end(start), limit: 1 })) return value;
  return undefined;
}

/** A version by its id; `null` is the one that was written without versioning. */
export function findVersion(
  tables: Tables,
  bucket: BucketRecord,
  key: string,
  version: string,
): VersionRecord | undefined {
  const current = tables.current.get(currentKey(bucket.id, key));
  if (current?.version === version) return current;
  const seq = version === 'null' ? tables.nulls.get(currentKey(bucket.id, key)) : seqOf(version);
  const row = seq === undefined ? undefined : tables.versions.get(versionKey(bucket.id, key, seq));
  return row?.version === version ? row : undefined;
}

/** Whether a text can be a version id. */
export function isVersionId(text: string): boolean {
  return text === 'null' || /^00[0-9a-f]{30}$/.test(text);
}

/** Writes a row of `versions` and counts it. */
export function putVersion(tables: Tables, bucket: BucketRecord, key: string, row: VersionRecord): void {
  tables.versions.putSync(versionKey(bucket.id, key, row.seq), row);
  if (row.version === 'null') tables.nulls.putSync(currentKey(bucket.id, key), row.seq);
  count(tables, bucket.id, { versions: 1, versionBytes: row.marker ? 0 : row.blob.size });
}

/** Removes a row of `versions`, but not its blob. */
export function takeVersion(tables: Tables, bucket: BucketRecord, key: string, row: VersionRecord): void {
  tables.versions.removeSync(versionKey(bucket.id, key, row.seq));
  if (row.version === 'null') tables.nulls.removeSync(currentKey(bucket.id, key));
  count(tables, bucket.id, { versions: -1, versionBytes: row.marker ? 0 : -row.blob.size });
}

/** Replaces the row of an existing object or version, which keeps its bytes; inside a commit. */
export function putRecord(tables: Tables, bucket: BucketRecord, key: string, row: ObjectRecord): void {
  const current = currentKey(bucket.id, key);
  if (tables.current.get(current)?.seq === row.seq) tables.current.putSync(current, row);
  else tables.versions.putSync(versionKey(bucket.id, key, row.seq), row);
}

/** Stores an object as the current one and counts it. */
export function putCurrent(tables: Tables, bucket: BucketRecord, key: string, row: ObjectRecord): void {
  tables.current.putSync(currentKey(bucket.id, key), row);
  count(tables, bucket.id, { objects: 1, bytes: row.blob.size });
}

/** Removes the current object, but not its blob. */
export function takeCurrent(tables: Tables, bucket: BucketRecord, key: string, row: ObjectRecord): void {
  tables.current.removeSync(currentKey(bucket.id, key));
  count(tables, bucket.id, { objects: -1, bytes: -row.blob.size });
}

/** Prepares for a newer version by the bucket's versioning: the replaced one is kept or deleted. */
export function retire(tables: Tables, bucket: BucketRecord, key: string): void {
  const current = tables.current.get(currentKey(bucket.id, key));
  const overwrites = bucket.versioning !== 'enabled';
  if (current) {
    takeCurrent(tables, bucket, key, current);
    if (overwrites && current.version === 'null') release(tables, current.blob);
    else putVersion(tables, bucket, key, current);
  }
  if (!overwrites) return;
  const seq = tables.nulls.get(currentKey(bucket.id, key));
  if (seq === undefined) return;
  const row = tables.versions.get(versionKey(bucket.id, key, seq));
  if (!row) return;
  takeVersion(tables, bucket, key, row);
  if (!row.marker) release(tables, row.blob);
}

/** Makes the previous version the latest again after the latest was deleted. */
export function promote(tables: Tables, bucket: BucketRecord, key: string): void {
  if (tables.current.get(currentKey(bucket.id, key))) return;
  const row = newest(tables, bucket, key);
  if (!row || row.marker) return;
  takeVersion(tables, bucket, key, row);
  putCurrent(tables, bucket, key, row);
}

/** Key and seq of a row of `versions`. */
export function keyOfVersion(row: Uint8Array): { key: string; seq: number } {
  const { key, tail } = splitRow(row);
  return { key, seq: seqOfTail(tail) };
}

function seqOf(version: string): number | undefined {
  return isVersionId(version) ? Number.parseInt(version.slice(0, 16), 16) : undefined;
}

function end(start: Buffer): Buffer {
  return successor(start) as Buffer;
}
