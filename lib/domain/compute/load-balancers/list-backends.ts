import type { Context } from '#lib/domain/platform/context.ts';
import type { Backend } from '#lib/model/compute/load-balancer.ts';
import { backendsOf, findLoadBalancer } from './resource.ts';

/**
 * A load balancer's backends with their health, including draining ones. 404 where the load balancer does not exist.
 */
export async function listLoadBalancerBackends(
  context: Context,
  { id }: { id: string },
): Promise<{ backends: Backend[]; next_cursor: '' }> {
  return { backends: backendsOf(await findLoadBalancer(context, id)), next_cursor: '' };
}
