import { setImmediate as turn } from 'node:timers/promises';
import { currentKey, escaped, keyOfCurrent, splitRow, successor } from './keys.ts';
import { isHeld } from './object-lock.ts';
import type { BucketRecord, ObjectRecord, StoredRule, VersionRecord } from './records.ts';
import { removeNow } from './remove.ts';
import type { Store } from './store.ts';
import type { Tables } from './tables.ts';
import { dropUpload } from './uploads.ts';
import { keyOfVersion } from './versions.ts';

const DAY = 86_400_000;
/** Rows that are read between two turns of the event loop. */
const CHUNK = 500;

/** Deletes what the rules of all buckets say has expired, by the store's clock. Resolves with the number. */
export async function runLifecycles(store: Store, signal: AbortSignal): Promise<number> {
  let removed = 0;
  for (const { value: bucket } of [...store.tables.buckets.getRange({})]) {
    if (bucket.status !== 'active') continue;
    for (const rule of bucket.lifecycle) {
      if (signal.aborted) return removed;
      if (rule.enabled) removed += await runRule(store, bucket, rule, signal);
    }
  }
  return removed;
}

async function runRule(store: Store, bucket: BucketRecord, rule: StoredRule, signal: AbortSignal): Promise<number> {
  const { prefix, expireDays, expireAt, noncurrentDays, expireMarkers, abortMultipartDays } = rule;
  const { current, versions, uploads } = store.tables;
  const on = <Row>(
    source: Source<Row>,
    from: Buffer,
    act: (bucket: BucketRecord, row: Buffer, value: Row) => boolean,
  ) => walk(store, bucket, source, from, signal, act);
  const behindPrefix = Buffer.concat([Buffer.from(bucket.id, 'hex'), escaped(prefix)]);
  const now = store.clock.now().getTime();
  let removed = 0;
  if (expireDays !== undefined || (expireAt !== undefined && now >= expireAt)) {
    removed += await on(current, currentKey(bucket.id, prefix), (fresh, row, record) =>
      expireObject(store, fresh, row, record, rule),
    );
  }
  if (noncurrentDays !== undefined || expireMarkers) {
    removed += await on(versions, behindPrefix, (fresh, row, record) => expireVersion(store, fresh, row, record, rule));
  }
  if (abortMultipartDays !== undefined) {
    removed += await on(uploads, behindPrefix, (fresh, row, upload) => {
      if (!uploads.doesExist(row) || now < upload.initiated + abortMultipartDays * DAY) return false;
      dropUpload(store, fresh, splitRow(row).key, upload.id);
      return true;
    });
  }
  return removed;
}

/** Deletes a current object that has expired, as a client's DELETE does. */
function expireObject(
  store: Store,
  bucket: BucketRecord,
  row: Buffer,
  record: ObjectRecord,
  rule: StoredRule,
): boolean {
  const still = store.tables.current.get(row);
  const { expireDays, expireAt = Number.POSITIVE_INFINITY } = rule;
  const since = expireDays === undefined ? expireAt : record.modified + expireDays * DAY;
  if (still?.seq !== record.seq || store.clock.now().getTime() < since || !applies(rule, still)) return false;
  removeNow(store, bucket, keyOfCurrent(row), undefined);
  return true;
}

/** Whether a rule's filter, apart from its prefix, applies to an object. */
function applies({ tags = {}, largerThan, smallerThan }: StoredRule, { tags: own, blob }: ObjectRecord): boolean {
  return (
    Object.entries(tags).every(([name, value]) => Object.hasOwn(own, name) && own[name] === value) &&
    (largerThan === undefined || blob.size > largerThan) &&
    (smallerThan === undefined || blob.size < smallerThan)
  );
}

/**
 * Deletes a row of `versions` that has expired: an old version, whose age counts from when the next newer one replaced
 * it, or a delete marker without other versions. Object lock keeps a version from that.
 */
function expireVersion(
  store: Store,
  bucket: BucketRecord,
  row: Buffer,
  record: VersionRecord,
  rule: StoredRule,
): boolean {
  const { tables, clock } = store;
  if (!tables.versions.doesExist(row)) return false;
  const { key } = keyOfVersion(row);
  const now = clock.now().getTime();
  const replaced = replacedAt(tables, bucket, key, row);
  const lone = replaced === undefined && isLoneMarker(tables, row, record);
  const aged = hasAged(replaced ?? (lone ? record.modified : undefined), rule, now);
  const due = lone ? aged || rule.expireMarkers : aged && !keeps(tables, bucket, key, row, rule);
  if (!due || !concerns(rule, record, now)) return false;
  removeNow(store, bucket, key, record.version);
  return true;
}

function hasAged(since: number | undefined, { noncurrentDays }: StoredRule, now: number): boolean {
  return since !== undefined && noncurrentDays !== undefined && now >= since + noncurrentDays * DAY;
}

/** Whether a rule names a version or delete marker, and nothing locks it. */
function concerns(rule: StoredRule, record: VersionRecord, now: number): boolean {
  return record.marker ? !isNarrow(rule) : applies(rule, record) && !isHeld(record, now);
}

/** Whether a rule names objects by what delete markers do not have. */
const isNarrow = ({ tags, largerThan, smallerThan }: StoredRule): boolean =>
  tags !== undefined || largerThan !== undefined || smallerThan !== undefined;

/** Whether a version is among the newest noncurrent ones, which stay. */
function keeps(
  tables: Tables,
  bucket: BucketRecord,
  key: string,
  row: Buffer,
  { keepNoncurrent = 0 }: StoredRule,
): boolean {
  if (keepNoncurrent === 0) return false;
  // Where nothing is current, the newest row is the delete marker that is the latest version.
  const latest = tables.current.doesExist(currentKey(bucket.id, key)) ? 0 : 1;
  const start = row.subarray(0, row.length - 8);
  const limit = keepNoncurrent + latest;
  return [...tables.versions.getKeys({ start, end: row, limit })].length < limit;
}

/** When the next newer version of a row was created; undefined where there is none. */
function replacedAt(tables: Tables, bucket: BucketRecord, key: string, row: Buffer): number | undefined {
  const start = row.subarray(0, row.length - 8);
  const before = [...tables.versions.getRange({ start: row, end: start, reverse: true, limit: 2 })];
  const newer = before.find((each) => Buffer.compare(each.key, row) < 0);
  return newer?.value.modified ?? tables.current.get(currentKey(bucket.id, key))?.modified;
}

/** Whether a delete marker hides no version. */
function isLoneMarker(tables: Tables, row: Buffer, record: VersionRecord): boolean {
  const prefix = row.subarray(0, row.length - 8);
  return (
    record.marker === true &&
    [...tables.versions.getKeys({ start: row, end: successor(prefix) as Buffer, limit: 2 })].length === 1
  );
}

interface Source<Row> {
  getRange(range: { start: Buffer; end?: Buffer; limit: number }): Iterable<{ key: Buffer; value: Row }>;
}

/** Calls `act` for every row with the prefix, several in one transaction. Counts the rows that it removed. */
async function walk<Row>(
  store: Store,
  bucket: BucketRecord,
  source: Source<Row>,
  prefix: Buffer,
  signal: AbortSignal,
  act: (bucket: BucketRecord, row: Buffer, value: Row) => boolean,
): Promise<number> {
  const end = successor(prefix);
  let start: Buffer | undefined = prefix;
  let removed = 0;
  while (start && !signal.aborted) {
    const rows: { key: Buffer; value: Row }[] = [...source.getRange({ start, ...(end && { end }), limit: CHUNK })];
    removed += await store.change(bucket, (fresh) => rows.filter(({ key, value }) => act(fresh, key, value)).length);
    const last: Buffer | undefined = rows.at(-1)?.key;
    start = last && rows.length === CHUNK ? Buffer.concat([last, Buffer.from([0])]) : undefined;
    await turn();
  }
  return removed;
}
