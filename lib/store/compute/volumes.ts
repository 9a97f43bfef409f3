import type { Filesystem, VolumeStatus } from '#lib/model/compute/volume.ts';
import { keys, nameIndex } from '#lib/store/keys.ts';
import { batchGet, get } from '#lib/store/platform/read.ts';
import { create, put, remove, type Write } from '#lib/store/platform/write.ts';

/** What holds a volume: the workflow's name, and what it does. */
export interface VolumeOperation {
  id: string;
  kind: 'create_volume' | 'grow_volume' | 'delete_volume' | 'attach_volume' | 'detach_volume';
  /** What it is to have, where it grows. */
  size_gib?: number;
}

export interface VolumeRecord {
  id: string;
  account_id: string;
  name: string;
  size_gib: number;
  status: VolumeStatus;
  status_reason: string | null;
  /** What is done to it while its status stays: `resizing`. */
  task: string | null;
  /** Set from the beginning of an attachment to the end of a detachment. */
  instance_id: string | null;
  device: string | null;
  mount_path: string;
  filesystem: Filesystem;
  /** Whole rupees, as of its creation or last growth. */
  price_monthly: number;
  delete_on_termination: boolean;
  tags: Record<string, string>;
  created_at: string;
  updated_at: string;

  /** Every write adds one; the ETag shows it. */
  version: number;
  /** The host on which its bytes are. */
  host_id: string;
  operation: VolumeOperation | null;
  /** The error code of the last operation, where it failed. */
  fault: string | null;
}

export const getVolume = (account: string, id: string) => get<VolumeRecord>(keys.listed(account, 'volume', id));

/** Volumes of an account (≤ 100) in the order asked for, by one strong read; those that are gone are left out. */
export async function getVolumes(account: string, ids: readonly string[]): Promise<VolumeRecord[]> {
  if (ids.length === 0) return [];
  const found = await batchGet(ids.map((id) => keys.listed(account, 'volume', id)));
  return found.filter((record) => record !== undefined) as VolumeRecord[];
}

const itemOf = (record: VolumeRecord) => ({
  // First: a record that was read brings the index that it had.
  ...record,
  ...keys.listed(record.account_id, 'volume', record.id),
  ...nameIndex(record.account_id, 'volume', record.name, record.id),
});

export const createVolume = (record: VolumeRecord): Write => create(itemOf(record));

/** Changes a record that nobody changed since it was read; otherwise the caller reads again. */
export const changeVolume = (record: VolumeRecord, next: VolumeRecord): Write =>
  put(itemOf({ ...next, version: record.version + 1 }), [['version', '=', record.version]]);

/** Deletes a record that nobody changed since it was read. */
export const removeVolume = (record: VolumeRecord): Write =>
  remove(keys.listed(record.account_id, 'volume', record.id), [['version', '=', record.version]]);
