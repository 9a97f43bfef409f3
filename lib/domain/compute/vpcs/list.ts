import type { Context } from '#lib/domain/platform/context.ts';
import { list } from '#lib/domain/platform/lists.ts';
import { prefetchPage } from '#lib/domain/platform/prefetch-page.ts';
import type { Vpc } from '#lib/model/compute/vpc.ts';
import type { ListQuery } from '#lib/model/platform/lists.ts';
import { toVpc } from './resource.ts';

/** Reads the first page ahead. */
export const prefetchVpcs = prefetchPage('vpc');

/** One page of the caller's VPCs. */
export async function listVpcs(context: Context, query: ListQuery): Promise<{ vpcs: Vpc[]; next_cursor: string }> {
  const { items, next_cursor } = await list(context, 'vpc', query);
  return { vpcs: items.map(toVpc), next_cursor };
}
