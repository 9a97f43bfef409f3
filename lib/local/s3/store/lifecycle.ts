import { setImmediate as turn } from 'node:timers/promises';
import type { LifecycleRule } from '#lib/drivers/objects/engine.ts';
import { currentKey, escaped, keyOfCurrent, splitRow, successor } from './keys.ts';
import { isHeld } from './object-lock.ts';
import type { BucketRecord, VersionRecord } from './records.ts';
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

async function runRule(store: Store, bucket: BucketRecord, rule: LifecycleRule, signal: AbortSignal): Promise<number> {
  const now = store.clock.now().getTime();
  const { prefix, expireDays, noncurrentDays, abortMultipartDays } = rule;
  const due = (since: number, days: number) => now >= since + days * DAY;
  const behindPrefix = Buffer.concat([Buffer.from(bucket.id, 'hex'), escaped(prefix)]);
  let removed = 0;
  if (expireDays !== undefined) {
    removed += await walk(
      store,
      bucket,
      store.tables.current,
      currentKey(bucket.id, prefix),
      signal,
      (fresh, row, record) => {
        const still = store.tables.current.get(row);
        if (still?.seq !== record.seq || !due(record.modified, expireDays)) return false;
        removeNow(store, fresh, keyOfCurrent(row), undefined);
        return true;
      },
    );
  }
  if (noncurrentDays !== undefined) {
    removed += await walk(store, bucket, store.tables.versions, behindPrefix, signal, (fresh, row, record) =>
      expireVersion(store, fresh, row, record, (since) => due(since, noncurrentDays)),
    );
  }
  if (abortMultipartDays !== undefined) {
    removed += await walk(store, bucket, store.tables.uploads, behindPrefix, signal, (fresh, row, upload) => {
      if (!store.tables.uploads.doesExist(row) || !due(upload.initiated, abortMultipartDays)) return false;
      dropUpload(store, fresh, splitRow(row).key, upload.id);
      return true;
    });
  }
  return removed;
}

/**
 * A version's age counts from when the next newer one replaced it. A delete marker without other versions is deleted
 * too.
 */
function expireVersion(
  store: Store,
  bucket: BucketRecord,
  row: Buffer,
  record: VersionRecord,
  due: (since: number) => boolean,
): boolean {
  const { tables } = store;
  if (!tables.versions.doesExist(row)) return false;
  const { key } = keyOfVersion(row);
  const since =
    replacedAt(tables, bucket, key, row) ?? (isLoneMarker(tables, row, record) ? record.modified : undefined);
  if (since === undefined || !due(since)) return false;
  if (!record.marker && isHeld(record, store.clock.now().getTime())) return false;
  removeNow(store, bucket, key, record.version);
  return true;
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
