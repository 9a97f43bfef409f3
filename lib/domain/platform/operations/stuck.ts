import type { Context } from '#lib/domain/platform/context.ts';
import { pageOf } from '#lib/domain/platform/lists.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { realNow } from '#lib/drivers/clocks/real.ts';
import type { ListQuery } from '#lib/model/platform/lists.ts';
import type { StuckOperation } from '#lib/model/platform/operated.ts';
import { dueDeadlines } from '#lib/store/platform/outbox.ts';

/** The most operations that are read (contract 1.8): who has more of them stuck has one cause to find. */
const readAtMost = 1000;

/** One page of the workflows that are past their deadline and not settled, the longest overdue first. */
export async function listOperations(
  context: Context,
  query: ListQuery,
): Promise<{ operations: StuckOperation[]; next_cursor: string }> {
  const rows: StuckOperation[] = [];
  for await (const { operation, machine, account_id, instance_id, due } of dueDeadlines(realNow().getTime())) {
    const due_at = rfc3339(new Date(due));
    rows.push({ id: operation, workflow: machine, account_id, resource_id: instance_id, status: 'stuck', due_at });
    if (rows.length === readAtMost) break;
  }
  const place = ({ due_at, id }: StuckOperation) => `${due_at}#${id}`;
  const { items, next_cursor } = await pageOf(context, 'operation', query, rows, { place, label: 'id' });
  return { operations: items, next_cursor };
}
