import type { Context } from '#lib/domain/platform/context.ts';
import type { LoadBalancer } from '#lib/model/compute/load-balancer.ts';
import { getLoadBalancer } from '#lib/store/compute/load-balancers.ts';
import { toLoadBalancer } from './view.ts';

/** The load balancer once its host has carried out what was asked for, or has said why not; undefined before that. */
export async function settledLoadBalancer(context: Context, { id }: LoadBalancer): Promise<LoadBalancer | undefined> {
  const record = await getLoadBalancer(context.principal.account_id, id);
  if (!record || record.status === 'provisioning' || record.status === 'updating') return undefined;
  return context.show(toLoadBalancer(record), record.version);
}
