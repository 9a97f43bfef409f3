import { memberAlerts } from '#lib/domain/compute/asgs/follow.ts';
import type { Context } from '#lib/domain/platform/context.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import type { Instance } from '#lib/model/compute/instance.ts';
import {
  type InstanceAction,
  type InstanceStatus,
  inProgress,
  isAllowed,
  wrongState,
} from '#lib/model/compute/instance-states.ts';
import type { Rehearsal } from '#lib/model/platform/dry-run.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { newId } from '#lib/model/platform/ids.ts';
import { changeInstance, type InstanceRecord, type Operation } from '#lib/store/compute/instances.ts';
import { endSnapshotOperation } from '#lib/store/compute/snapshots.ts';
import { type Intent, removeDeadline, removeIntent } from '#lib/store/platform/outbox.ts';
import type { Write } from '#lib/store/platform/write.ts';
import { openOperation } from './open-operation.ts';
import { findInstance, toInstance } from './resource.ts';

/** An operation on an instance: its kind, the status during it, and its additional checks and writes. */
export interface Plan {
  kind: Exclude<Operation['kind'], 'launch'>;
  /** The workflow's name, if it differs from the kind. */
  machine?: string;
  action: InstanceAction;
  /** The status during the operation. A side operation does not change the status; it sets `change.task`. */
  status?: InstanceStatus;
  /** The id of the volume or snapshot that the operation also holds. */
  subject?: string;
  /** Passed to the workflow with the instance's ids. */
  options: Record<string, unknown>;
  /** Throws refusals other than those that follow from the status. */
  check?: (record: InstanceRecord) => void;
  also?: (record: InstanceRecord, operation: string) => readonly Write[];
  change?: Partial<InstanceRecord>;
  /** It continues on another host: the loss or return of the previous host no longer matters. */
  moves?: boolean;
  /** Seconds until the operation is abandoned, if this is not the status's own deadline. */
  deadline?: number;
  /** Whether the operation takes the instance out of service, so that its auto scaling group is evaluated at once. */
  leaves?: true;
  /** What a dry run reports in addition to its kind: prices, and the effects on other resources. */
  rehearse?: (record: InstanceRecord) => Partial<Rehearsal> | Promise<Partial<Rehearsal>>;
}

/**
 * Begins an operation on an instance and starts its workflow. 404 where the instance does not exist, 409 where its
 * status does not allow the operation (contract 3.1).
 */
export function operate(context: Context, id: string, plan: Plan): Promise<Instance> {
  return retryOnConflict(async () => operateOn(context, await findInstance(context, id), plan));
}

/**
 * Begins an operation on an instance whose record was just read, and starts its workflow. Stale where the record has
 * changed since. Refuses as `hold` does.
 */
export async function operateOn(context: Context, record: InstanceRecord, plan: Plan): Promise<Instance> {
  context.match(record.version);
  const { next, writes, workflow } = hold(context, record, plan);
  return context.commit({
    writes,
    reply: toInstance(next),
    version: record.version + 1,
    workflow,
    alerts: plan.leaves ? memberAlerts(context, record) : [],
    rehearsal: async () => ({
      would: `${plan.kind.replaceAll('_', ' ')} ${record.id}`,
      ...(await plan.rehearse?.(record)),
    }),
  });
}

/** An operation that was begun: the next record, the writes, and the workflow to start. */
export interface Holding {
  operation: string;
  next: InstanceRecord;
  writes: Write[];
  workflow: Intent;
}

/**
 * Builds the writes that begin an operation on a record that was just read. They are stale where it has changed since.
 * 409 wrong_state where the status does not allow the operation, operation_in_progress where another operation holds
 * the instance and is not cancelled by this one.
 */
export function hold(context: Context, record: InstanceRecord, plan: Plan): Holding {
  const { id, account_id } = record;
  if (!isAllowed(plan.action, record.status, record)) throw wrongState(id, plan.action, record.status);
  if (plan.kind !== 'terminate') refuseHeld(record, plan);
  plan.check?.(record);
  const operation = newId('operation', context.now);
  const machine = plan.machine ?? plan.kind;
  const next: InstanceRecord = {
    ...(plan.moves ? withoutLoss(record) : record),
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
      ...openOperation(context, record, next, machine, plan.deadline),
      ...cancelling(record, context.now),
    ],
    workflow: { operation, machine, input: { operation, account_id, instance_id: id, options: plan.options } },
  };
}

/** Refuses an operation that must wait for another one, or for the return of a lost host. */
function refuseHeld({ id, host_id, lost, shared_disk, operation }: InstanceRecord, { action, moves }: Plan): void {
  if (operation) throw inProgress(id, action, operation);
  if (!lost || moves) return;
  const until = shared_disk && action === 'start' ? 'it is back, or an operator has fenced it' : 'it is back';
  const why = `whose host is lost; ${action.replaceAll('_', ' ')} waits until ${until}`;
  throw new ApiError('wrong_state', `instance ${id} is in disk_scope ${shared_disk?.scope ?? host_id}, ${why}`);
}

const withoutLoss = ({ lost: _, meanwhile: __, returned: ___, ...record }: InstanceRecord): InstanceRecord => record;

/** The writes that cancel the current operation: its deadline and intent are removed. */
function cancelling({ account_id, operation }: InstanceRecord, now: Date): Write[] {
  if (!operation) return [];
  return [removeDeadline(operation.id), removeIntent(operation.id), ...releaseSnapshot(account_id, operation, now)];
}

/**
 * The writes for the snapshot of an operation that a termination cancels: one that was being created is in error; one
 * that was being restored is available.
 */
function releaseSnapshot(account: string, { id, kind, subject }: Operation, now: Date): Write[] {
  if (!subject) return [];
  const updated_at = rfc3339(now);
  if (kind === 'create_snapshot') {
    const status_reason = 'its instance was terminated before it was complete';
    return [endSnapshotOperation(account, subject, id, { status: 'error', status_reason, updated_at })];
  }
  if (kind !== 'restore_snapshot') return [];
  const intact = { status: 'available', status_reason: null, progress_percent: 100 } as const;
  return [endSnapshotOperation(account, subject, id, { ...intact, updated_at })];
}
