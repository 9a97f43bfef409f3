import type { Context } from '#lib/domain/platform/context.ts';
import { realNow } from '#lib/drivers/clocks/real.ts';
import { newId } from '#lib/model/platform/ids.ts';
import { type Intent, putDeadline } from '#lib/store/platform/outbox.ts';
import type { Write } from '#lib/store/platform/write.ts';
import { type DiskFacts, type DiskKind, diskMachine, diskOptions, diskSeconds } from './resource.ts';

/** Seconds that a workflow has beyond its own deadline before the deadlines task ends its operation. */
const grace = 60;

interface Subject {
  account_id: string;
  id: string;
}

/**
 * An operation on a volume or snapshot without an instance: its record, the writes of its deadline, and its workflow.
 */
export interface DiskOperation<K extends DiskKind> {
  operation: { id: string; kind: K };
  writes: Write[];
  workflow: Intent;
}

/**
 * Begins an operation on a volume or snapshot. The caller writes it into the record. `more` is for the workflow alone.
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
