import type { Context } from '#lib/domain/platform/context.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { realNow } from '#lib/drivers/clocks/real.ts';
import type { DrainingBackend } from '#lib/model/compute/load-balancer.ts';
import { ApiError, notFound } from '#lib/model/platform/errors.ts';
import { dropBackend, type LoadBalancerRecord } from '#lib/store/compute/load-balancers.ts';
import { draining } from './backends.ts';
import { findLoadBalancer } from './resource.ts';

/**
 * Removes a backend: it gets no new connections, and open ones have 30 seconds to end. A draining backend is answered
 * unchanged. 404 where the instance is not a backend, 409 where an auto scaling group manages it.
 */
export function removeLoadBalancerBackend(
  context: Context,
  { id, instance_id }: { id: string; instance_id: string },
): Promise<DrainingBackend> {
  return retryOnConflict(async () => {
    const { account_id } = context.principal;
    const record = await findLoadBalancer(context, id);
    context.match(record.version);
    const backend = record.backends[instance_id];
    if (!backend) return context.commit({ writes: [], reply: alreadyDraining(record, instance_id) });
    if (backend.asg_id) {
      throw new ApiError('in_use', `backend ${instance_id} is managed by ${backend.asg_id}; change the group instead`);
    }
    const entry = draining(backend);
    return context.commit({
      writes: [dropBackend(account_id, id, instance_id, { draining: entry, at: rfc3339(context.now) })],
      reply: { instance_id, health: 'draining' as const, draining_until: entry.draining_until },
      rings: [record.host_id],
    });
  });
}

function alreadyDraining({ draining }: LoadBalancerRecord, instance_id: string): DrainingBackend {
  const entry = draining[instance_id];
  if (!entry || entry.until <= realNow().getTime()) throw notFound('backend', instance_id);
  return { instance_id, health: 'draining', draining_until: entry.draining_until };
}
