import { described } from './described.ts';
import type { VolumeSpec } from './driver-disks.ts';
import type { Job, Perform } from './perform.ts';

export type DiskJobKind =
  | 'create_volume'
  | 'grow_volume'
  | 'delete_volume'
  | 'attach_volume'
  | 'detach_volume'
  | 'create_snapshot'
  | 'restore_snapshot'
  | 'delete_snapshot';

const volumeOf = ({ options }: Job) => String(options.volume_id);
const snapshotOf = ({ options }: Job) => String(options.snapshot_id);
const sizeOf = ({ options }: Job) => Number(options.size_gib);

/** What each kind of job on volumes and snapshots asks of the driver. */
export const diskPerformers: Record<DiskJobKind, Perform> = {
  create_volume: (driver, job, { signal }) => {
    const filesystem = job.options.filesystem as VolumeSpec['filesystem'];
    return driver.createVolume({ id: volumeOf(job), size_gib: sizeOf(job), filesystem }, { signal });
  },
  grow_volume: (driver, job, { signal }) => driver.growVolume(volumeOf(job), sizeOf(job), { signal }),
  delete_volume: (driver, job, { signal }) => driver.deleteVolume(volumeOf(job), { signal }),
  attach_volume: (driver, job, { signal }) => {
    const mount = { id: volumeOf(job), mount_path: String(job.options.mount_path) };
    return driver.attachVolume(job.instance_id, mount, { signal });
  },
  detach_volume: (driver, job, { signal }) =>
    driver.detachVolume(job.instance_id, volumeOf(job), { force: job.options.force === true, signal }),
  create_snapshot: (driver, job, following) => driver.createSnapshot(job.instance_id, snapshotOf(job), following),
  restore_snapshot: (driver, job, following) =>
    described(job, (spec) =>
      driver.restoreSnapshot(spec, snapshotOf(job), { ...following, start: job.options.start === true }),
    ),
  delete_snapshot: (driver, job, { signal }) => driver.deleteSnapshot(snapshotOf(job), { signal }),
};
