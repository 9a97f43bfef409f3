import type { Context } from '#lib/domain/platform/context.ts';
import { notFound } from '#lib/model/platform/errors.ts';
import { getLoadBalancer, type LoadBalancerRecord } from '#lib/store/compute/load-balancers.ts';

/** The caller's load balancer; 404 where it is absent or another account's. */
export async function findLoadBalancer(context: Context, id: string): Promise<LoadBalancerRecord> {
  const record = await getLoadBalancer(context.principal.account_id, id);
  if (!record) throw notFound('load balancer', id);
  return record;
}
