import type { WrittenBlob } from './blob-writer.ts';
import { checkConditions, type WriteConditions } from './conditions.ts';
import { enter, hold } from './holding.ts';
import { currentKey } from './keys.ts';
import { checkLockable, lockOfNew } from './object-lock.ts';
import type { BucketRecord, ObjectHeaders, ObjectRecord, StoredChecksum, VersionLock } from './records.ts';
import type { Store } from './store.ts';
import { checkQuota } from './usage.ts';
import { newVersionId, nextSeq, putCurrent, retire } from './versions.ts';

/** An object before its publication. */
export interface Draft {
  key: string;
  headers: ObjectHeaders;
  etag: string;
  checksum: StoredChecksum | null;
  conditions: WriteConditions;
  upload?: string;
  /** The lock that the request asks for. */
  lock?: VersionLock | undefined;
}

/** Makes a written blob an object, in one step. Throws before anything changes. */
export async function publishBlob(store: Store, bucket: BucketRecord, draft: Draft, blob: WrittenBlob) {
  return store.change(bucket, (fresh) => {
    admit(store, fresh, draft, blob.ref.size);
    enter(store.tables, blob);
    return place(store, fresh, draft, blob.ref);
  });
}

/** Makes an object of bytes that are already stored. `find` returns them, or throws, inside the commit. */
export async function publishShared(store: Store, bucket: BucketRecord, draft: Draft, find: () => ObjectRecord) {
  return store.change(bucket, (fresh) => {
    const { blob } = find();
    admit(store, fresh, draft, blob.size);
    hold(store.tables, blob);
    return place(store, fresh, draft, blob);
  });
}

/**
 * Throws PreconditionFailed, NoSuchKey, QuotaExceeded, or InvalidRequest (a lock without object lock) where the object
 * may not be written.
 */
export function admit(
  { tables }: Store,
  bucket: BucketRecord,
  draft: Pick<Draft, 'key' | 'conditions' | 'lock'>,
  size: number,
): void {
  const current = tables.current.get(currentKey(bucket.id, draft.key));
  checkConditions(draft.conditions, current);
  checkLockable(bucket, draft.lock);
  const goes = current !== undefined && bucket.versioning !== 'enabled' && current.version === 'null';
  checkQuota(tables, bucket, { bytes: goes ? size - current.blob.size : size, objects: goes ? 0 : 1 });
}

/** Writes an accepted object; inside a commit. */
export function place(store: Store, bucket: BucketRecord, draft: Draft, blob: ObjectRecord['blob']): ObjectRecord {
  const { tables, clock } = store;
  const now = clock.now().getTime();
  const seq = nextSeq(tables, bucket, draft.key, now);
  const lock = lockOfNew(bucket, draft.lock, now);
  const record: ObjectRecord = {
    ...draft.headers,
    seq,
    version: bucket.versioning === 'enabled' ? newVersionId(seq) : 'null',
    modified: now,
    etag: draft.etag,
    blob,
    checksum: draft.checksum,
    ...(draft.upload !== undefined && { upload: draft.upload }),
    ...(lock && { lock }),
  };
  retire(tables, bucket, draft.key);
  putCurrent(tables, bucket, draft.key, record);
  return record;
}
