import type { Context } from '#lib/domain/platform/context.ts';
import { ownOrder, pageOf } from '#lib/domain/platform/lists.ts';
import type { ListQuery } from '#lib/model/platform/lists.ts';
import type { Quota } from '#lib/model/platform/quota.ts';
import { readQuotas } from '#lib/store/platform/quotas.ts';

/** One page of the quotas of the caller's account, with their use. */
export async function listQuotas(
  context: Context,
  query: ListQuery,
): Promise<{ quotas: Quota[]; next_cursor: string }> {
  const rows = await readQuotas(context.principal.account_id);
  const { items, next_cursor } = await pageOf(context, 'quota', query, rows, { place: ownOrder });
  return { quotas: items, next_cursor };
}
