import type { MachineSpec, Mount } from '#lib/model/compute/machine.ts';
import type { Booted, CallOptions } from '#lib/runtime/driver-calls.ts';

/** A disk in addition to a machine's own. */
export interface VolumeSpec {
  readonly id: string;
  /** Stored always; a limit only for a driver with the capability `volume_size_limit`. */
  readonly size_gib: number;
  readonly filesystem: 'ext4' | 'xfs' | 'none';
}

/** An attached volume inside the machine; `device` is null when the driver has no block devices. */
export interface Attached {
  readonly device: string | null;
  readonly mount_path: string;
}

/** `force` ends the processes that have files open there. Without it the call rejects with VOLUME_BUSY. */
export interface DetachOptions extends CallOptions {
  readonly force: boolean;
}

/** `onProgress` is called with rising whole percents, or not at all. */
export interface CopyOptions extends CallOptions {
  readonly onProgress?: (percent: number) => void;
}

/** `start` says whether the machine is up afterwards. */
export interface RestoreOptions extends CopyOptions {
  readonly start: boolean;
}

/**
 * A finished snapshot: its size on the host, and whether the machine ran during the copy (`crash`: as after a power
 * cut).
 */
export interface SnapshotInfo {
  readonly size_bytes: number;
  readonly consistency: 'crash' | 'offline';
}

/** When a volume has its new size: now, or once it is attached again. */
export interface Growth {
  readonly grown: 'now' | 'later';
}

/** Whether a disk was a folder until now. */
export interface Converted {
  readonly converted: boolean;
}

/**
 * Volumes and snapshots of one host. Every call is idempotent by id, like the calls on machines, and leaves nothing
 * behind when it rejects. UNSUPPORTED when the driver has neither the capability `volumes` nor `snapshots`.
 */
export interface DiskDriver {
  /** Makes an empty volume. Does nothing when it exists. */
  createVolume(volume: VolumeSpec, options?: CallOptions): Promise<void>;
  /**
   * Makes a volume larger, also while it is attached; at once with the capability `volume_online_growth`. Does nothing
   * when it has that size. ABSENT.
   */
  growVolume(id: string, size_gib: number, options?: CallOptions): Promise<Growth>;
  /** Removes a volume with its files. Does nothing when it is absent. VOLUME_IN_USE while a machine has it. */
  deleteVolume(id: string, options?: CallOptions): Promise<void>;
  /** Attaches a volume to a machine: at once when it runs, and at every later start. ABSENT, VOLUME_IN_USE. */
  attachVolume(machine: string, mount: Mount, options?: CallOptions): Promise<Attached>;
  /** Detaches a volume and keeps its files. Does nothing when the machine does not have it, or is gone. VOLUME_BUSY. */
  detachVolume(machine: string, id: string, options: DetachOptions): Promise<void>;
  /**
   * Copies a machine's own disk, without volumes. The snapshot appears as a whole or not at all. ABSENT without a disk.
   */
  createSnapshot(machine: string, id: string, options?: CopyOptions): Promise<SnapshotInfo>;
  /**
   * Replaces a machine's disk by a copy of a snapshot's. After a failure or a crash the machine has either the old or
   * the new disk. Stops the machine; answers null unless it is started again. ABSENT without the machine or the
   * snapshot.
   */
  restoreSnapshot(spec: MachineSpec, id: string, options: RestoreOptions): Promise<Booted | null>;
  /**
   * Has a stopped machine's disk be a file system of the size of its plan, which does nothing where it is one. After a
   * failure or a crash the machine has either disk, with the same files. Called only with the capability `disk_limit`.
   * ABSENT, INVALID while it runs.
   */
  convertDisk(spec: MachineSpec, options?: CallOptions): Promise<Converted>;
  /** Removes a snapshot after the copies that read it have ended. Does nothing when it is absent. */
  deleteSnapshot(id: string, options?: CallOptions): Promise<void>;
}
