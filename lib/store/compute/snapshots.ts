import type { Stored } from '#lib/store/entity.ts';
import { nameIndex } from '#lib/store/indexes.ts';
import { keys } from '#lib/store/keys.ts';
import { all, get, queryAll } from '#lib/store/platform/read.ts';
import { changing, changingPart, create, put, remove, require, update, type Write } from '#lib/store/platform/write.ts';
import type { snapshotRecord } from './snapshots.entity.ts';

export type SnapshotRecord = Stored<typeof snapshotRecord>;

const keyOf = (account: string, id: string) => keys.listed(account, 'snapshot', id);

export const getSnapshot = (account: string, id: string) => get(keyOf(account, id));

const itemOf = (record: SnapshotRecord) => ({
  // The spread record comes first, since its index keys are those of the time when it was read.
  ...record,
  ...keyOf(record.account_id, record.id),
  ...nameIndex(record.account_id, 'snapshot', record.name, record.id),
});

export const createSnapshot = (record: SnapshotRecord): Write =>
  changing('snapshot', undefined, record, create(itemOf(record)));

/** Changes a record. Stale where it was changed since it was read. */
export const changeSnapshot = (record: SnapshotRecord, next: SnapshotRecord): Write =>
  changing(
    'snapshot',
    record,
    next,
    put(itemOf({ ...next, version: record.version + 1 }), [['version', '=', record.version]]),
  );

/** Requires that a snapshot is still available; stale otherwise. */
export const requireAvailableSnapshot = ({ account_id, id }: Pick<SnapshotRecord, 'account_id' | 'id'>): Write =>
  require(keyOf(account_id, id), [['status', '=', 'available']]);

/** Ends the operation that holds a snapshot, without reading it. Stale where another operation holds it. */
export const endSnapshotOperation = (
  account: string,
  id: string,
  operation: string,
  change: Pick<SnapshotRecord, 'status' | 'status_reason' | 'updated_at'> &
    Partial<Pick<SnapshotRecord, 'progress_percent'>>,
): Write =>
  changingPart(
    'snapshot',
    { account_id: account, id, ...change },
    update(keyOf(account, id), { set: { ...change, operation: null }, add: { version: 1 } }, [
      ['operation.id', '=', operation],
    ]),
  );

/**
 * Stores the progress of the operation that creates or restores a snapshot. Throws what `refuse` returns where another
 * operation holds the snapshot, or where the stored progress is not lower.
 */
export const noteProgress = (account: string, id: string, operation: string, percent: number, refuse: () => Error) =>
  update(
    keyOf(account, id),
    { set: { progress_percent: percent }, add: { version: 1 } },
    [
      ['operation.id', '=', operation],
      ['progress_percent', '<', percent],
    ],
    refuse,
  );

export const removeSnapshot = (record: SnapshotRecord): Write =>
  changing(
    'snapshot',
    record,
    undefined,
    remove(keyOf(record.account_id, record.id), [['version', '=', record.version]]),
  );

/** Every snapshot of an instance, newest first, even if the instance no longer exists. */
export const snapshotsOf = (account: string, instance: string) =>
  all({
    pk: keyOf(account, '').pk,
    filter: [['instance_id', '=', instance]],
    newestFirst: true,
  });

/** An account's snapshots on a host. The quota keeps them few. */
export const snapshotsOn = (account: string, host: string): Promise<SnapshotRecord[]> =>
  queryAll({ pk: keyOf(account, '').pk, filter: [['host_id', '=', host]] });

/** The ids of an account's snapshots of machines of an image. */
export const snapshotsWithImage = async (account: string, image: string): Promise<string[]> =>
  (await queryAll({ pk: keyOf(account, '').pk, filter: [['image_id', '=', image]] })).map(({ id }) => id);

/** Every snapshot of an account, oldest first. The quota keeps them few. */
export const allSnapshots = (account: string) => queryAll({ pk: keyOf(account, '').pk });
