import type { Context } from '#lib/domain/context.ts';
import { newId } from '#lib/model/ids.ts';
import type { AsgRecord } from '#lib/store/asgs.ts';
import type { Intent } from '#lib/store/outbox.ts';

/** The workflow that follows a group from now on until it is as it should be; an earlier one ends at its next step. */
export function following(
  { now }: Pick<Context, 'now'>,
  group: Pick<AsgRecord, 'id' | 'account_id'>,
): { operation: string; workflow: Intent } {
  const operation = newId('operation', now);
  const input = { operation, account_id: group.account_id, asg_id: group.id };
  return { operation, workflow: { operation, machine: 'scale', input } };
}
