import { release } from './holding.ts';
import { keyOfCurrent, splitRow, successor } from './keys.ts';
import { isHeld } from './object-lock.ts';
import type { BucketRecord } from './records.ts';
import type { Store } from './store.ts';
import { dropUpload } from './uploads.ts';
import { keyOfVersion, takeCurrent, takeVersion } from './versions.ts';

/** Rows that one transaction removes, so that others do not wait long. */
const BATCH = 500;

/**
 * Deletes some of a bucket's contents in one transaction. Resolves with the number; 0 when the bucket is empty;
 * `locked`, and deletes nothing, where object lock protects one of them.
 */
export function emptySome(store: Store, bucket: BucketRecord): Promise<number | 'locked'> {
  const { tables } = store;
  const now = store.clock.now().getTime();
  const start = Buffer.from(bucket.id, 'hex');
  const range = { start, end: successor(start) as Buffer, limit: BATCH };
  return tables.commit(() => {
    let removed = 0;
    const [current, versions] = [[...tables.current.getRange(range)], [...tables.versions.getRange(range)]];
    if ([...current, ...versions].some(({ value }) => !value.marker && isHeld(value, now))) return 'locked';
    for (const { key: row, value } of current) {
      takeCurrent(tables, bucket, keyOfCurrent(row), value);
      release(tables, value.blob);
      removed += 1;
    }
    for (const { key: row, value } of versions) {
      takeVersion(tables, bucket, keyOfVersion(row).key, value);
      if (!value.marker) release(tables, value.blob);
      removed += 1;
    }
    for (const { key: row, value } of [...tables.uploads.getRange({ ...range, limit: 1 })]) {
      removed += dropUpload(store, bucket, splitRow(row).key, value.id);
    }
    return removed;
  });
}

/** Whether a bucket holds no object, version or upload. */
export function isEmpty({ tables }: Store, bucket: BucketRecord): boolean {
  const start = Buffer.from(bucket.id, 'hex');
  const range = { start, end: successor(start) as Buffer, limit: 1 };
  return [tables.current, tables.versions].every((table) => [...table.getKeys(range)].length === 0);
}
