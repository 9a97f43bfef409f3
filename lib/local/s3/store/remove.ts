import { checkConditions, type WriteConditions } from './conditions.ts';
import { release } from './holding.ts';
import { currentKey } from './keys.ts';
import { checkRemovable } from './object-lock.ts';
import type { BucketRecord, MarkerRecord } from './records.ts';
import type { Store } from './store.ts';
import {
  findVersion,
  newVersionId,
  nextSeq,
  promote,
  putVersion,
  retire,
  takeCurrent,
  takeVersion,
} from './versions.ts';

/** The result of a deletion: the version that was deleted, or the delete marker that was made. */
export interface Removal {
  version: string | undefined;
  marker: boolean;
}

/** How to delete a key. */
export interface RemoveOptions {
  /** The version to delete. */
  version?: string | undefined;
  conditions?: WriteConditions;
  /** Deletes also what a retention in governance mode protects. */
  bypass?: boolean;
}

/**
 * Deletes a key, or one version of it. A key that does not exist counts as deleted. Throws PreconditionFailed, and
 * AccessDenied for a version that object lock protects.
 */
export function removeObject(
  store: Store,
  bucket: BucketRecord,
  key: string,
  options: RemoveOptions = {},
): Promise<Removal> {
  const { version, conditions = {}, bypass } = options;
  return store.change(bucket, (fresh) => {
    if (conditions.ifMatch !== undefined)
      checkConditions(conditions, store.tables.current.get(currentKey(fresh.id, key)));
    return removeNow(store, fresh, key, version, bypass);
  });
}

/**
 * Deletes a key, or one version of it, inside a commit. Throws AccessDenied for a version that object lock protects.
 */
export function removeNow(
  store: Store,
  bucket: BucketRecord,
  key: string,
  version: string | undefined,
  bypass = false,
): Removal {
  if (version !== undefined) return removeVersion(store, bucket, key, version, bypass);
  const { tables, clock } = store;
  if (bucket.versioning === 'disabled') {
    retire(tables, bucket, key);
    return { version: undefined, marker: false };
  }
  const now = clock.now().getTime();
  const seq = nextSeq(tables, bucket, key, now);
  const id = bucket.versioning === 'enabled' ? newVersionId(seq) : 'null';
  retire(tables, bucket, key);
  const marker: MarkerRecord = { seq, version: id, modified: now, marker: true };
  putVersion(tables, bucket, key, marker);
  return { version: id, marker: true };
}

function removeVersion(
  { tables, clock }: Store,
  bucket: BucketRecord,
  key: string,
  version: string,
  bypass: boolean,
): Removal {
  const row = findVersion(tables, bucket, key, version);
  if (!row) return { version, marker: false };
  if (row.marker) {
    takeVersion(tables, bucket, key, row);
  } else {
    checkRemovable(row, clock.now().getTime(), bypass);
    const current = tables.current.get(currentKey(bucket.id, key));
    if (current?.seq === row.seq) takeCurrent(tables, bucket, key, row);
    else takeVersion(tables, bucket, key, row);
    release(tables, row.blob);
  }
  promote(tables, bucket, key);
  return { version, marker: row.marker === true };
}
