import type { Consistency, SnapshotStatus } from '#lib/model/compute/snapshot.ts';
import { keys, nameIndex } from '#lib/store/keys.ts';
import { all, few, get } from '#lib/store/platform/read.ts';
import { create, put, remove, require, update, type Write } from '#lib/store/platform/write.ts';

/** What holds a snapshot: the workflow's name, and what it does. */
export interface SnapshotOperation {
  id: string;
  kind: 'create_snapshot' | 'restore_snapshot' | 'delete_snapshot';
}

export interface SnapshotRecord {
  id: string;
  account_id: string;
  name: string;
  description: string | null;
  instance_id: string;
  status: SnapshotStatus;
  status_reason: string | null;
  /** The disk's size: the least that a machine made from it may have. */
  size_gib: number;
  /** What its bytes take on the host, once it is available. */
  size_bytes: number | null;
  progress_percent: number;
  trigger: 'manual' | 'schedule';
  consistency: Consistency;
  image_id: string;
  expires_at: string | null;
  /** Whole rupees. */
  price_monthly: number;
  created_at: string;
  updated_at: string;

  /** Every write adds one; the ETag shows it. */
  version: number;
  /** The host on which its bytes are. */
  host_id: string;
  operation: SnapshotOperation | null;
}

const keyOf = (account: string, id: string) => keys.listed(account, 'snapshot', id);

export const getSnapshot = (account: string, id: string) => get<SnapshotRecord>(keyOf(account, id));

const itemOf = (record: SnapshotRecord) => ({
  // First: a record that was read brings the index that it had.
  ...record,
  ...keyOf(record.account_id, record.id),
  ...nameIndex(record.account_id, 'snapshot', record.name, record.id),
});

export const createSnapshot = (record: SnapshotRecord): Write => create(itemOf(record));

/** Changes a record that nobody changed since it was read; otherwise the caller reads again. */
export const changeSnapshot = (record: SnapshotRecord, next: SnapshotRecord): Write =>
  put(itemOf({ ...next, version: record.version + 1 }), [['version', '=', record.version]]);

/** Requires a snapshot to be available still; otherwise the caller reads again. */
export const requireAvailableSnapshot = ({ account_id, id }: Pick<SnapshotRecord, 'account_id' | 'id'>): Write =>
  require(keyOf(account_id, id), [['status', '=', 'available']]);

/** Frees a snapshot from the operation that holds it, without a look at it; stale where that has ended. */
export const endSnapshotOperation = (
  account: string,
  id: string,
  operation: string,
  change: Pick<SnapshotRecord, 'status' | 'status_reason' | 'updated_at'> &
    Partial<Pick<SnapshotRecord, 'progress_percent'>>,
): Write =>
  update(keyOf(account, id), { set: { ...change, operation: null }, add: { version: 1 } }, [
    ['operation.id', '=', operation],
  ]);

/** Notes how far the operation that makes a snapshot or restores it has come; refuses as told where it makes it no more. */
export const noteProgress = (account: string, id: string, operation: string, percent: number, over: () => Error) =>
  update(
    keyOf(account, id),
    { set: { progress_percent: percent }, add: { version: 1 } },
    [
      ['operation.id', '=', operation],
      ['progress_percent', '<', percent],
    ],
    over,
  );

export const removeSnapshot = (record: SnapshotRecord): Write =>
  remove(keyOf(record.account_id, record.id), [['version', '=', record.version]]);

/** Every snapshot of an instance, newest first, whether or not the instance still stands. */
export const snapshotsOf = (account: string, instance: string) =>
  all<SnapshotRecord>({
    pk: keyOf(account, '').pk,
    filter: [['instance_id', '=', instance]],
    newestFirst: true,
  });

/** Every snapshot of an account, oldest first: no more than its quota. */
export const allSnapshots = (account: string) => few<SnapshotRecord>({ pk: keyOf(account, '').pk });
