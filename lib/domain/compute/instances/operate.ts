import { alerting } from '#lib/domain/compute/asgs/follow.ts';
import { releaseSnapshot } from '#lib/domain/compute/snapshots/release.ts';
import { type Context, retryOnConflict } from '#lib/domain/platform/context.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { realNow } from '#lib/drivers/clocks/real.ts';
import type { Instance } from '#lib/model/compute/instance.ts';
import {
  deadlines,
  type InstanceAction,
  type InstanceStatus,
  inProgress,
  isAllowed,
  wrongState,
} from '#lib/model/compute/instance-states.ts';
import { newId } from '#lib/model/platform/ids.ts';
import { changeInstance, type InstanceRecord, type Operation } from '#lib/store/compute/instances.ts';
import { type Intent, putDeadline, removeDeadline, removeIntent } from '#lib/store/platform/outbox.ts';
import type { Write } from '#lib/store/platform/write.ts';
import { findInstance, noteRequest, toInstance } from './resource.ts';

/** Seconds that a workflow is given beyond its own deadline before the deadlines schedule steps in. */
const grace = 60;

/** What one operation on an instance does: its kind, the status it goes through, and what else it checks and writes. */
export interface Plan {
  kind: Exclude<Operation['kind'], 'launch'>;
  /** The workflow, where it is not called like the kind. */
  machine?: string;
  action: InstanceAction;
  /** The status meanwhile; a side operation leaves it as it is, and says `change.task`. */
  status?: InstanceStatus;
  /** The volume or snapshot that it is about. */
  subject?: string;
  /** Handed to the workflow with the instance's identity. */
  options: Record<string, unknown>;
  /** Refusals beyond the status; thrown. */
  check?: (record: InstanceRecord) => void;
  also?: (record: InstanceRecord, operation: string) => readonly Write[];
  change?: Partial<InstanceRecord>;
  /** Seconds until the operation is given up, where the status's own deadline is not it. */
  deadline?: number;
  /** Whether it takes the instance out of service, so that its group is to look at it at once. */
  leaves?: true;
  /** Change of the hourly price, for a dry run. */
  priceDelta?: (record: InstanceRecord) => number;
}

/** Takes an instance for one operation and starts its workflow; 409 where its status does not allow it (contract 3.1). */
export function operate(context: Context, id: string, plan: Plan): Promise<Instance> {
  return retryOnConflict(async () => operateOn(context, await findInstance(context, id), plan));
}

/** The same for a record that was just read; stale where somebody has changed it since. */
export async function operateOn(context: Context, record: InstanceRecord, plan: Plan): Promise<Instance> {
  context.match(record.version);
  const { next, writes, workflow } = hold(context, record, plan);
  return context.commit({
    writes,
    reply: toInstance(next),
    version: record.version + 1,
    workflow,
    alerts: plan.leaves ? alerting(context, record) : [],
    rehearsal: { would: `${plan.kind} ${record.id}`, price_delta_paise_per_hour: plan.priceDelta?.(record) ?? 0 },
  });
}

/** An instance in an operation's hands: the record as it will be, what is to be written, and the workflow to start. */
export interface Holding {
  operation: string;
  next: InstanceRecord;
  writes: Write[];
  workflow: Intent;
}

/**
 * What takes a record that was just read for one operation; stale where somebody has changed it since. 409 wrong_state
 * where its status does not allow it, operation_in_progress where another holds it that this one does not cancel.
 */
export function hold(context: Context, record: InstanceRecord, plan: Plan): Holding {
  const { id, account_id } = record;
  if (!isAllowed(plan.action, record.status, record)) throw wrongState(id, plan.action, record.status);
  if (record.operation && plan.kind !== 'terminate') throw inProgress(id, plan.action, record.operation);
  plan.check?.(record);
  const operation = newId('operation', context.now);
  const machine = plan.machine ?? plan.kind;
  const next: InstanceRecord = {
    ...record,
    ...plan.change,
    status: plan.status ?? record.status,
    status_reason: plan.status ? null : record.status_reason,
    operation: { id: operation, kind: plan.kind, ...(plan.subject && { subject: plan.subject }) },
    updated_at: rfc3339(context.now),
  };
  return {
    operation,
    next,
    writes: [
      changeInstance(record, next),
      ...(plan.also?.(record, operation) ?? []),
      ...beginning(context, record, next, machine, plan.deadline),
      ...superseding(record, context.now),
    ],
    workflow: { operation, machine, input: { operation, account_id, instance_id: id, options: plan.options } },
  };
}

/** What a cancelled operation leaves to be started or ended: nothing any more. */
function superseding({ account_id, operation }: InstanceRecord, now: Date): Write[] {
  if (!operation) return [];
  return [removeDeadline(operation.id), removeIntent(operation.id), ...releaseSnapshot(account_id, operation, now)];
}

/** The event that opens an operation, and the deadline after which it is given up. */
export function beginning(
  context: Context,
  before: InstanceRecord | undefined,
  next: InstanceRecord,
  machine: string,
  deadline = deadlines[next.status] ?? 0,
): Write[] {
  const operation = next.operation as Operation;
  const due = realNow().getTime() + (deadline + grace) * 1000;
  return [
    noteRequest(context, before, next, operation.kind, `${operation.kind.replaceAll('_', ' ')} requested`),
    putDeadline({
      operation: operation.id,
      machine,
      account_id: next.account_id,
      instance_id: next.id,
      due,
    }),
  ];
}
