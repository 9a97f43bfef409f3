import type { DiskJob, JobFacts } from '#lib/model/compute/job.ts';

/** What can be done to volumes and snapshots: each is one job of a host. */
export type DiskKind = DiskJob['kind'];

/** Seconds within which each is to be done. */
export const diskSeconds: Readonly<Record<DiskKind, number>> = {
  create_volume: 60,
  grow_volume: 60,
  delete_volume: 120,
  attach_volume: 30,
  detach_volume: 30,
  create_snapshot: 600,
  restore_snapshot: 600,
  delete_snapshot: 120,
};

/** What the host needs to know of one, beside the instance that it concerns. */
export type DiskFacts<Kind extends DiskKind> = Omit<JobFacts<Kind>, 'instance_id'>;

/** The workflow of them all. */
export const diskMachine = 'disk';

/**
 * The options of an operation's workflow: its kind and time, the facts for the host, and `more` for the workflow alone.
 */
export const diskOptions = <Kind extends DiskKind>(
  kind: Kind,
  facts: DiskFacts<Kind>,
  more: Record<string, unknown> = {},
): Record<string, unknown> => ({ ...more, ...facts, kind, seconds: diskSeconds[kind] });

/** How an operation on a disk failed: the reason, the code, and whether its leftovers have been removed. */
export interface DiskFailure {
  reason: string;
  code: string;
  undone: boolean;
}
