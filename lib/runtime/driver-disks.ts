import type { MachineSpec, Mount } from '#lib/model/compute/machine.ts';
import type { Booted, CallOptions } from '#lib/runtime/driver-calls.ts';

/** A disk beside a machine's own. */
export interface VolumeSpec {
  readonly id: string;
  /** Kept, and a limit only where the driver names `volume_size_limit`. */
  readonly size_gib: number;
  readonly filesystem: 'ext4' | 'xfs' | 'none';
}

/** What an attached volume is inside: `device` is null where the driver has no block devices. */
export interface Attached {
  readonly device: string | null;
  readonly mount_path: string;
}

/** `force` ends the processes that have files open there; without it such a call rejects with VOLUME_BUSY. */
export interface DetachOptions extends CallOptions {
  readonly force: boolean;
}

/** `onProgress` hears whole percents, rising; it may hear none. */
export interface CopyOptions extends CallOptions {
  readonly onProgress?: (percent: number) => void;
}

/** `start` says whether the machine is to be up afterwards. */
export interface RestoreOptions extends CopyOptions {
  readonly start: boolean;
}

/** A finished snapshot: what it takes on the host, and whether its machine ran (`crash`, as after a power cut) or not. */
export interface SnapshotInfo {
  readonly size_bytes: number;
  readonly consistency: 'crash' | 'offline';
}

/**
 * Volumes and snapshots of one host. Every call is idempotent by id, as the machines' are, and leaves nothing when it
 * rejects. UNSUPPORTED where the driver names neither `volumes` nor `snapshots`.
 */
export interface DiskDriver {
  /** Makes an empty volume where there is none. */
  createVolume(volume: VolumeSpec, options?: CallOptions): Promise<void>;
  /** Makes it larger, also while it is attached; a size it has already is fine. ABSENT. */
  growVolume(id: string, size_gib: number, options?: CallOptions): Promise<void>;
  /** Removes it with its files; fine when absent. VOLUME_IN_USE while a machine has it. */
  deleteVolume(id: string, options?: CallOptions): Promise<void>;
  /** Puts a volume into a machine, at once where it runs, and at every start from then on. ABSENT, VOLUME_IN_USE. */
  attachVolume(machine: string, mount: Mount, options?: CallOptions): Promise<Attached>;
  /** Takes it out again, its files kept; fine where the machine does not have it, or is gone. VOLUME_BUSY. */
  detachVolume(machine: string, id: string, options: DetachOptions): Promise<void>;
  /** Copies a machine's own disk, without volumes. Appears as a whole or not at all. ABSENT without a disk. */
  createSnapshot(machine: string, id: string, options?: CopyOptions): Promise<SnapshotInfo>;
  /**
   * Replaces a machine's disk by a copy of a snapshot's: after a failure or a crash it has either the old one or the new
   * one. Stops the machine for it; answers null unless it is started again. ABSENT without the machine or the snapshot.
   */
  restoreSnapshot(spec: MachineSpec, id: string, options: RestoreOptions): Promise<Booted | null>;
  /** Removes a snapshot; fine when absent. Waits for those who read it. */
  deleteSnapshot(id: string, options?: CallOptions): Promise<void>;
}
