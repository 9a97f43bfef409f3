import type { Context } from '#lib/domain/platform/context.ts';
import { realNow } from '#lib/drivers/clocks/real.ts';
import type { DiskJob, JobFacts } from '#lib/model/compute/job.ts';
import { newId } from '#lib/model/platform/ids.ts';
import { type Intent, putDeadline } from '#lib/store/platform/outbox.ts';
import type { Write } from '#lib/store/platform/write.ts';

/** The operations on volumes, snapshots and images. Each is one job of a host. */
export type DiskKind = DiskJob['kind'];

/** The deadline of each operation on a disk, in seconds. */
export const diskSeconds: Readonly<Record<DiskKind, number>> = {
  create_volume: 60,
  grow_volume: 60,
  delete_volume: 120,
  attach_volume: 30,
  detach_volume: 30,
  create_snapshot: 600,
  restore_snapshot: 600,
  delete_snapshot: 120,
  convert_disk: 600,
  // An image may come from far away.
  create_image: 1800,
  delete_image: 120,
  pull_image: 1800,
  remove_image: 120,
};

/** The facts of such a job, without the instance that it concerns. */
export type DiskFacts<Kind extends DiskKind> = Omit<JobFacts<Kind>, 'instance_id'>;

/** The workflow of every operation on a disk. */
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

/** Seconds that a workflow has beyond its own deadline before the deadlines task ends its operation. */
const grace = 60;

interface Subject {
  account_id: string;
  id: string;
}

/**
 * An operation on a volume, snapshot or image without an instance: its record, the writes of its deadline, and its
 * workflow.
 */
export interface DiskOperation<K extends DiskKind> {
  operation: { id: string; kind: K };
  writes: Write[];
  workflow: Intent;
}

/**
 * Begins an operation on a volume, snapshot or image. The caller stores it in the record. `more` is for the workflow
 * alone.
 */
export function beginDisk<K extends DiskKind>(
  { now }: Pick<Context, 'now'>,
  { account_id, id }: Subject,
  kind: K,
  facts: DiskFacts<K>,
  more?: Record<string, unknown>,
): DiskOperation<K> {
  const operation = newId('operation', now);
  const due = realNow().getTime() + (diskSeconds[kind] + grace) * 1000;
  return {
    operation: { id: operation, kind },
    writes: [putDeadline({ operation, machine: diskMachine, account_id, instance_id: id, due })],
    workflow: {
      operation,
      machine: diskMachine,
      input: { operation, account_id, instance_id: id, options: diskOptions(kind, facts, more) },
    },
  };
}
