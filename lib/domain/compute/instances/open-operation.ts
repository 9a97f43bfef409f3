import type { Context } from '#lib/domain/platform/context.ts';
import { realNow } from '#lib/drivers/clocks/real.ts';
import { deadlines } from '#lib/model/compute/instance-states.ts';
import type { InstanceRecord, Operation } from '#lib/store/compute/instances.ts';
import { putDeadline } from '#lib/store/platform/outbox.ts';
import type { Write } from '#lib/store/platform/write.ts';
import { noteRequest } from './resource.ts';

/** Seconds that a workflow has beyond its own deadline before the deadlines task ends its operation. */
const grace = 60;

/** The event of an operation's beginning, and its deadline. */
export function openOperation(
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
