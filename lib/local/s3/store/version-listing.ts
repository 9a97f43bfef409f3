import { currentKey, escaped, keyOfCurrent, successor, versionsPrefix } from './keys.ts';
import { commonPrefix } from './listing.ts';
import type { BucketRecord, VersionRecord } from './records.ts';
import type { Tables } from './tables.ts';
import { keyOfVersion } from './versions.ts';

/**
 * What a listing of versions asks for: versions after the one with `afterSeq` of the key `after`, or after all of that
 * key.
 */
export interface VersionListing {
  prefix: string;
  delimiter: string;
  after: string;
  afterSeq: number | undefined;
  limit: number;
}

/** A version in a listing. */
export interface ListedVersion {
  key: string;
  record: VersionRecord;
  latest: boolean;
}

/** A page of versions and delete markers; `last` is where the next page begins, where there is one. */
export interface VersionPage {
  versions: ListedVersion[];
  prefixes: string[];
  last: { key: string; version: string | undefined } | undefined;
}

/** Lists versions by key, newest first. */
export function listVersions(tables: Tables, bucket: BucketRecord, listing: VersionListing): VersionPage {
  const { prefix, delimiter, after, limit } = listing;
  const page: VersionPage = { versions: [], prefixes: [], last: undefined };
  let shown: VersionPage['last'];
  let common: string | undefined =
    delimiter !== '' && after !== '' ? commonPrefix(after, prefix, delimiter) : undefined;
  if (common !== after) common = undefined;
  for (const version of walk(tables, bucket, listing)) {
    if (common !== undefined && version.key.startsWith(common)) continue;
    if (page.versions.length + page.prefixes.length >= limit) {
      return { ...page, last: shown };
    }
    common = commonPrefix(version.key, prefix, delimiter);
    if (common === undefined) {
      page.versions.push(version);
      shown = { key: version.key, version: version.record.version };
    } else {
      page.prefixes.push(common);
      shown = { key: common, version: undefined };
    }
  }
  return page;
}

/**
 * Every version with the prefix, in order. It merges two tables: the current object comes before the other versions of
 * its key.
 */
function* walk(tables: Tables, bucket: BucketRecord, listing: VersionListing): Generator<ListedVersion> {
  const [live, old] = [liveObjects(tables, bucket, listing), oldVersions(tables, bucket, listing)];
  let [current, row] = [live.next(), old.next()];
  let liveKey: string | undefined;
  while (!current.done || !row.done) {
    if (row.done || (!current.done && !precedes(row.value.key, current.value.key))) {
      const { shown, ...version } = current.value as LiveObject;
      liveKey = version.key;
      if (shown) yield version;
      current = live.next();
    } else {
      const { latest, ...version } = row.value;
      yield { ...version, latest: latest && version.key !== liveKey };
      row = old.next();
    }
  }
}

function precedes(key: string, other: string): boolean {
  return key !== other && Buffer.compare(Buffer.from(key), Buffer.from(other)) < 0;
}

type LiveObject = ListedVersion & { shown: boolean };

/** The current objects. One before the marker still shows that the other versions of its key are not the latest. */
function* liveObjects(tables: Tables, bucket: BucketRecord, listing: VersionListing): Generator<LiveObject> {
  const { prefix, after, afterSeq } = listing;
  const rows = range(currentKey(bucket.id, prefix), currentKey(bucket.id, after), after === '');
  for (const { key: row, value: record } of tables.current.getRange(rows)) {
    const key = keyOfCurrent(row);
    yield { key, record, latest: true, shown: key !== after || (afterSeq !== undefined && record.seq < afterSeq) };
  }
}

/** Rows of `versions`. The first of a key counts as the latest, unless there is a current object. */
function* oldVersions(tables: Tables, bucket: BucketRecord, listing: VersionListing): Generator<ListedVersion> {
  const { prefix, after, afterSeq } = listing;
  const from = Buffer.concat([Buffer.from(bucket.id, 'hex'), escaped(prefix)]);
  let previous: string | undefined;
  for (const { key: row, value: record } of tables.versions.getRange(
    range(from, versionsPrefix(bucket.id, after), after === ''),
  )) {
    const { key, seq } = keyOfVersion(row);
    const latest = key !== previous;
    previous = key;
    if (key === after && (afterSeq === undefined || seq >= afterSeq)) continue;
    yield { key, record, latest };
  }
}

function range(from: Buffer, mark: Buffer, whole: boolean) {
  const end = successor(from);
  const start = whole || Buffer.compare(mark, from) < 0 ? from : mark;
  return { start, ...(end && { end }) };
}
