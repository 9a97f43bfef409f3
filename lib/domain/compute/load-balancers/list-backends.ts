import type { Context } from '#lib/domain/platform/context.ts';
import type { Backend } from '#lib/model/compute/load-balancer.ts';
import { backendsOf, findLoadBalancer } from './resource.ts';

/** A load balancer's backends and how they do, those that drain included; 404 with the load balancer. */
export async function listLoadBalancerBackends(
  context: Context,
  { id }: { id: string },
): Promise<{ backends: Backend[]; next_cursor: '' }> {
  return { backends: backendsOf(await findLoadBalancer(context, id)), next_cursor: '' };
}
