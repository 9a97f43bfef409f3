import { type Context, fresh } from '#lib/domain/context.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { realNow } from '#lib/drivers/clocks/real.ts';
import { newId } from '#lib/model/ids.ts';
import type { Instance } from '#lib/model/instance.ts';
import {
  deadlines,
  type InstanceAction,
  type InstanceStatus,
  isAllowed,
  wrongState,
} from '#lib/model/instance-states.ts';
import { addEvent, changeInstance, type InstanceRecord, type Operation } from '#lib/store/instances.ts';
import { putDeadline, removeDeadline, removeIntent } from '#lib/store/outbox.ts';
import type { Write } from '#lib/store/write.ts';
import { findInstance } from './find.ts';
import { toInstance } from './view.ts';

/** Seconds that a workflow is given beyond its own deadline before the deadlines tick steps in. */
const grace = 60;

/** What one operation on an instance does: its kind, the status it goes through, and what else it checks and writes. */
export interface Plan {
  kind: Exclude<Operation['kind'], 'launch'>;
  action: InstanceAction;
  status: InstanceStatus;
  /** Handed to the workflow with the instance's identity. */
  options: Record<string, unknown>;
  /** Refusals beyond the status; thrown. */
  check?: (record: InstanceRecord) => void;
  also?: (record: InstanceRecord, operation: string) => readonly Write[];
  change?: Partial<InstanceRecord>;
  /** Seconds until the operation is given up, where the status's own deadline is not it. */
  deadline?: number;
  /** Change of the hourly price, for a dry run. */
  priceDelta?: (record: InstanceRecord) => number;
}

/** Takes an instance for one operation and starts its workflow; 409 where its status does not allow it (contract 3.1). */
export function operate(context: Context, id: string, plan: Plan): Promise<Instance> {
  return fresh(async () => operateOn(context, await findInstance(context, id), plan));
}

/** The same for a record that was just read; stale where somebody has changed it since. */
export async function operateOn(context: Context, record: InstanceRecord, plan: Plan): Promise<Instance> {
  const { id, account_id } = record;
  context.match(record.version);
  if (!isAllowed(plan.action, record.status, record)) throw wrongState(id, plan.action, record.status);
  plan.check?.(record);
  const operation = newId('operation', context.now);
  const next: InstanceRecord = {
    ...record,
    ...plan.change,
    status: plan.status,
    status_reason: null,
    operation: { id: operation, kind: plan.kind },
    updated_at: rfc3339(context.now),
  };
  return context.commit({
    writes: [
      changeInstance(record, next),
      ...(plan.also?.(record, operation) ?? []),
      ...beginning(context, record, next, plan.kind, plan.deadline),
      ...superseding(record.operation),
    ],
    reply: toInstance(next),
    version: record.version + 1,
    workflow: {
      operation,
      machine: plan.kind,
      input: { operation, account_id, instance_id: id, options: plan.options },
    },
    rehearsal: { would: `${plan.kind} ${id}`, price_delta_paise_per_hour: plan.priceDelta?.(record) ?? 0 },
  });
}

/** What a cancelled operation leaves to be started or ended: nothing any more. */
const superseding = (operation: Operation | null): Write[] =>
  operation ? [removeDeadline(operation.id), removeIntent(operation.id)] : [];

/** The event that opens an operation, and the deadline after which it is given up. */
export function beginning(
  context: Context,
  before: InstanceRecord | undefined,
  next: InstanceRecord,
  kind: Operation['kind'],
  deadline = deadlines[next.status] ?? 0,
): Write[] {
  const operation = next.operation as Operation;
  const due = realNow().getTime() + (deadline + grace) * 1000;
  return [
    addEvent(
      next.account_id,
      next.id,
      {
        at: rfc3339(context.now),
        type: kind,
        from: before?.status ?? null,
        to: next.status,
        actor: context.principal.name,
        request_id: context.request_id,
        message: `${kind} requested`,
      },
      context.now,
    ),
    putDeadline({
      operation: operation.id,
      machine: kind,
      account_id: next.account_id,
      instance_id: next.id,
      due,
    }),
  ];
}
