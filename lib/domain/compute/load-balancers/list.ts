import type { Context } from '#lib/domain/platform/context.ts';
import { list } from '#lib/domain/platform/lists.ts';
import { prefetchPage } from '#lib/domain/platform/prefetch-page.ts';
import type { LoadBalancer } from '#lib/model/compute/load-balancer.ts';
import type { ListQuery } from '#lib/model/platform/lists.ts';
import { toLoadBalancer } from './resource.ts';

/** Reads the first page ahead. */
export const prefetchLoadBalancers = prefetchPage('load-balancer');

/** One page of the caller's load balancers. */
export async function listLoadBalancers(
  context: Context,
  query: ListQuery,
): Promise<{ load_balancers: LoadBalancer[]; next_cursor: string }> {
  const { items, next_cursor } = await list(context, 'load-balancer', query);
  return { load_balancers: items.map(toLoadBalancer), next_cursor };
}
