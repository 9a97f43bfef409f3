/** What has a disk: a machine, its next one, a volume, or a snapshot. */
export interface DiskName {
  readonly kind: 'machines' | 'volumes' | 'snapshots';
  readonly id: string;
  /** Of a machine: the disk that takes the place of its own once it is complete. */
  readonly next?: boolean;
}

export const machineDisk = (id: string): DiskName => ({ kind: 'machines', id });
export const nextDisk = (id: string): DiskName => ({ kind: 'machines', id, next: true });
export const volumeDisk = (id: string): DiskName => ({ kind: 'volumes', id });
export const snapshotDisk = (id: string): DiskName => ({ kind: 'snapshots', id });

/** Where the files of a disk are, below the state folder. */
export const placeOf = ({ kind, id, next }: DiskName): string =>
  `${kind}/${id}/${kind === 'volumes' ? 'data' : next ? 'disk.next' : 'disk'}`;

/** What became of a copy: its size on the host, or why there is none. */
export type Copied = number | 'folder' | 'slow';

/** When a disk has its new size; `folder` for one that has none. */
export type Grown = 'now' | 'later' | 'folder';

/**
 * Disks that are file systems of their own, of the size of a plan or volume. Root's agent keeps each in an image, and
 * knows the sizes itself. Calls on one disk are made one after the other. They reject with FAILED.
 */
export interface OwnDisks {
  /** Makes an empty one, in place of an earlier one. It is not open yet. */
  make(disk: DiskName): Promise<void>;
  /** Has its files be in its folder, with the size that it should have. Leaves a folder that is no such disk. */
  open(disk: DiskName): Promise<void>;
  /** Has its files be in its folder no more. */
  close(disk: DiskName): Promise<void>;
  /** Closes and removes it. Does nothing where it is none. */
  drop(disk: DiskName): Promise<void>;
  /**
   * Copies one to another, which is not open yet. An open one stands still meanwhile; `slow` where that would be for
   * too long, and `folder` where it is a folder.
   */
  copy(from: DiskName, to: DiskName): Promise<Copied>;
  /** Gives it the size that it should have, at once or when it is opened next. */
  grow(disk: DiskName): Promise<Grown>;
  /** Has the next disk of a machine be its disk, in one step. Neither is open. */
  promote(machine: string): Promise<void>;
}

/** A request of `OwnDisks`. */
export type DiskAct =
  | { readonly act: 'make' | 'open' | 'close' | 'drop' | 'grow'; readonly disk: DiskName }
  | { readonly act: 'copy' | 'promote'; readonly disk: DiskName; readonly to: DiskName };
