import type { Context } from '#lib/domain/platform/context.ts';
import { pageOf } from '#lib/domain/platform/lists.ts';
import type { Backend } from '#lib/model/compute/load-balancer.ts';
import type { ListQuery } from '#lib/model/platform/lists.ts';
import { backendsOf, findLoadBalancer } from './resource.ts';

/**
 * One page of a load balancer's backends with their health, including draining ones. 404 where the load balancer does
 * not exist.
 */
export async function listLoadBalancerBackends(
  context: Context,
  { id, query }: { id: string; query: ListQuery },
): Promise<{ backends: Backend[]; next_cursor: string }> {
  const rows = backendsOf(await findLoadBalancer(context, id));
  const { items, next_cursor } = await pageOf(context, `backends of ${id}`, query, rows, {
    label: 'instance_id',
    place: ({ instance_id }) => instance_id,
  });
  return { backends: items, next_cursor };
}
