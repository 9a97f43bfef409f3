import type { Context } from '#lib/domain/platform/context.ts';
import { pageThrough } from '#lib/domain/platform/long-lists.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { realNow } from '#lib/drivers/clocks/real.ts';
import type { ListQuery } from '#lib/model/platform/lists.ts';
import type { StuckOperation } from '#lib/model/platform/operated.ts';
import { platformAccount } from '#lib/model/platform/principal.ts';
import { overdue } from '#lib/store/platform/due-operations.ts';
import type { Deadline } from '#lib/store/platform/outbox.ts';

/** One page of the unsettled workflows that are past their deadline, longest overdue first. */
export async function listOperations(
  context: Context,
  query: ListQuery,
): Promise<{ operations: StuckOperation[]; next_cursor: string }> {
  const { items, next_cursor } = await pageThrough<Deadline>(context, 'operation', query, {
    read: (stretch) => overdue(realNow().getTime(), stretch),
    place: ({ operation, due }) => ({ id: operation, name: String(due) }),
  });
  return { operations: items.map(toOperation), next_cursor };
}

const toOperation = ({ operation, machine, account_id, instance_id, due }: Deadline): StuckOperation => ({
  id: operation,
  workflow: machine,
  account_id: account_id === platformAccount ? null : account_id,
  resource_id: instance_id,
  status: 'stuck',
  due_at: rfc3339(new Date(due)),
});
