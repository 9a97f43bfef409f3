import type { Context } from '#lib/domain/platform/context.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import type { Backend, NewBackend } from '#lib/model/compute/load-balancer.ts';
import { notFound } from '#lib/model/platform/errors.ts';
import { readBackendInputs } from '#lib/store/compute/balancing.ts';
import { requireNotTerminating } from '#lib/store/compute/instances.ts';
import { addBackend, type LoadBalancerRecord } from '#lib/store/compute/load-balancers.ts';
import { cannotAdd, eligible, newBackend, terminatingError } from './backends.ts';
import { toBackend } from './resource.ts';

/**
 * Adds an instance of the same VPC to a load balancer. A draining backend returns to service. 404 where either does not
 * exist; 409 where the instance is already a backend, in another VPC or terminating, or the load balancer is being
 * deleted; 403 over 20 backends.
 */
export function addLoadBalancerBackend(
  context: Context,
  { id, ...desired }: NewBackend & { id: string },
): Promise<Backend> {
  return retryOnConflict(async () => {
    const { account_id } = context.principal;
    const { balancer, instance } = await readBackendInputs(account_id, id, desired.instance_id);
    if (!balancer) throw notFound('load balancer', id);
    context.match(balancer.version);
    const record = eligible(context, instance, desired.instance_id, balancer.vpc_id);
    const entry = newBackend(record, desired, context.now);
    const refused = (old: unknown) => cannotAdd(old as LoadBalancerRecord | undefined, id, record.id);
    return context.commit({
      writes: [
        addBackend(account_id, id, record.id, { ...entry, at: rfc3339(context.now) }, refused),
        requireNotTerminating(account_id, record.id, terminatingError),
      ],
      reply: toBackend(
        { ...balancer, backends: { [record.id]: entry.backend }, health: { [record.id]: entry.health } },
        record.id,
      ),
      rings: [balancer.host_id],
    });
  });
}
