/** What can be done to volumes and snapshots, as jobs of a host, each within so many seconds. */
export const diskSeconds = {
  create_volume: 60,
  grow_volume: 60,
  delete_volume: 120,
  attach_volume: 30,
  detach_volume: 30,
  create_snapshot: 600,
  restore_snapshot: 600,
  delete_snapshot: 120,
} as const;
export type DiskKind = keyof typeof diskSeconds;

/** The workflow of them all. */
export const diskMachine = 'disk';

/** What its workflow is told of an operation: its kind and time, and what the host needs to know. */
export const diskOptions = (kind: DiskKind, options: Record<string, unknown>): Record<string, unknown> => ({
  ...options,
  kind,
  seconds: diskSeconds[kind],
});

/** How an operation on a disk failed: the reason, the code, and whether its leftovers have been removed. */
export interface DiskFailure {
  reason: string;
  code: string;
  undone: boolean;
}
