import { type Context, retryOnConflict } from '#lib/domain/platform/context.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import type { Backend, NewBackend } from '#lib/model/compute/load-balancer.ts';
import { notFound } from '#lib/model/platform/errors.ts';
import { readBackendInputs } from '#lib/store/compute/balancing.ts';
import { requireStaying } from '#lib/store/compute/instances.ts';
import { addBackend, type LoadBalancerRecord } from '#lib/store/compute/load-balancers.ts';
import { cannotAdd, eligible, leaving, newBackend } from './backends.ts';
import { toBackend } from './resource.ts';

/**
 * Adds an instance of the same VPC to a load balancer, or takes a draining one in again. 404; 409 where it is a backend
 * already, in another VPC or terminating, or the load balancer is being deleted; 403 beyond 20.
 */
export function addLoadBalancerBackend(
  context: Context,
  { id, ...wish }: NewBackend & { id: string },
): Promise<Backend> {
  return retryOnConflict(async () => {
    const { account_id } = context.principal;
    const { balancer, instance } = await readBackendInputs(account_id, id, wish.instance_id);
    if (!balancer) throw notFound('load balancer', id);
    const record = eligible(context, instance, wish.instance_id, balancer.vpc_id);
    const entry = newBackend(record, wish, context.now);
    const refused = (old: unknown) => cannotAdd(old as LoadBalancerRecord | undefined, id, record.id);
    return context.commit({
      writes: [
        addBackend(account_id, id, record.id, { ...entry, at: rfc3339(context.now) }, refused),
        requireStaying(account_id, record.id, leaving),
      ],
      reply: toBackend(
        { ...balancer, backends: { [record.id]: entry.backend }, health: { [record.id]: entry.health } },
        record.id,
      ),
      rings: true,
    });
  });
}
