import type { Context } from '#lib/domain/platform/context.ts';
import { isSystem } from '#lib/domain/platform/operations/system-context.ts';
import { newId } from '#lib/model/platform/ids.ts';
import type { AsgRecord } from '#lib/store/compute/asgs.ts';
import type { Intent } from '#lib/store/platform/outbox.ts';

/**
 * A new workflow that evaluates the group until it has its desired state. The previous workflow ends at its next step.
 */
export function scaleWorkflow(
  { now }: Pick<Context, 'now'>,
  group: Pick<AsgRecord, 'id' | 'account_id'>,
): { operation: string; workflow: Intent } {
  const operation = newId('operation', now);
  const input = { operation, account_id: group.account_id, asg_id: group.id };
  return { operation, workflow: { operation, machine: 'scale', input } };
}

/**
 * The intent to evaluate the group at once when a client stops or terminates one of its members. None for the
 * platform's own actions.
 */
export function memberAlerts(
  { principal, now }: Pick<Context, 'principal' | 'now'>,
  { account_id, asg_id }: { account_id: string; asg_id: string | null },
): Intent[] {
  if (asg_id === null || isSystem(principal)) return [];
  const operation = newId('operation', now);
  return [{ operation, machine: 'scale', input: { operation, account_id, asg_id, glance: true } }];
}
