import type { Context } from '#lib/domain/context.ts';
import { list } from '#lib/domain/lists.ts';
import type { ListQuery } from '#lib/model/lists.ts';
import type { Vpc } from '#lib/model/vpc.ts';
import type { VpcRecord } from '#lib/store/vpcs.ts';
import { toVpc } from './view.ts';

/** One page of the caller's VPCs. */
export async function listVpcs(context: Context, query: ListQuery): Promise<{ vpcs: Vpc[]; next_cursor: string }> {
  const { items, next_cursor } = await list<VpcRecord>(context, 'vpc', query);
  return { vpcs: items.map(toVpc), next_cursor };
}
