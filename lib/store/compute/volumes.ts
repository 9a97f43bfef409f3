import type { Stored } from '#lib/store/entity.ts';
import { nameIndex } from '#lib/store/indexes.ts';
import { keys } from '#lib/store/keys.ts';
import { batchGet, get, queryAll } from '#lib/store/platform/read.ts';
import { changing, create, put, remove, type Write } from '#lib/store/platform/write.ts';
import type { volumeRecord } from './volumes.entity.ts';

export type VolumeRecord = Stored<typeof volumeRecord>;

export const getVolume = (account: string, id: string) => get(keys.listed(account, 'volume', id));

/** Volumes of an account (at most 100) in the given order, in one strong read. Missing volumes are left out. */
export async function getVolumes(account: string, ids: readonly string[]): Promise<VolumeRecord[]> {
  if (ids.length === 0) return [];
  const found = await batchGet(ids.map((id) => keys.listed(account, 'volume', id)));
  return found.filter((record) => record !== undefined);
}

/** An account's volumes on a host. The quota keeps them few. */
export const volumesOn = (account: string, host: string): Promise<VolumeRecord[]> =>
  queryAll({ pk: keys.listed(account, 'volume', '').pk, filter: [['host_id', '=', host]] });

const itemOf = (record: VolumeRecord) => ({
  // The spread record comes first, since its index keys are those of the time when it was read.
  ...record,
  ...keys.listed(record.account_id, 'volume', record.id),
  ...nameIndex(record.account_id, 'volume', record.name, record.id),
});

export const createVolume = (record: VolumeRecord): Write =>
  changing('volume', undefined, record, create(itemOf(record)));

/** Changes a record. Stale where it was changed since it was read. */
export const changeVolume = (record: VolumeRecord, next: VolumeRecord): Write =>
  changing(
    'volume',
    record,
    next,
    put(itemOf({ ...next, version: record.version + 1 }), [['version', '=', record.version]]),
  );

/** Deletes a record. Stale where it was changed since it was read. */
export const removeVolume = (record: VolumeRecord): Write =>
  changing(
    'volume',
    record,
    undefined,
    remove(keys.listed(record.account_id, 'volume', record.id), [['version', '=', record.version]]),
  );
