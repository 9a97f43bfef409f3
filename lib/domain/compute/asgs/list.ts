import type { Context } from '#lib/domain/platform/context.ts';
import { list } from '#lib/domain/platform/lists.ts';
import { prefetchPage } from '#lib/domain/platform/prefetch-page.ts';
import type { Asg } from '#lib/model/compute/asg.ts';
import type { ListQuery } from '#lib/model/platform/lists.ts';
import { toAsg } from './resource.ts';

/** Reads the first page ahead. */
export const prefetchAutoScalingGroups = prefetchPage('asg');

/** One page of the caller's groups. */
export async function listAutoScalingGroups(
  context: Context,
  query: ListQuery,
): Promise<{ asgs: Asg[]; next_cursor: string }> {
  const { items, next_cursor } = await list(context, 'asg', query);
  return { asgs: items.map(toAsg), next_cursor };
}
