import type { Context } from '#lib/domain/platform/context.ts';
import type { LoadBalancer } from '#lib/model/compute/load-balancer.ts';
import { findLoadBalancer } from './find.ts';
import { toLoadBalancer } from './view.ts';

/** The caller's load balancer, with how its backends do; 404 where there is none of this id. */
export async function showLoadBalancer(context: Context, { id }: { id: string }): Promise<LoadBalancer> {
  const record = await findLoadBalancer(context, id);
  return context.show(toLoadBalancer(record), record.version);
}
