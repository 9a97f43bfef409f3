import { realNow } from '#lib/drivers/clocks/real.ts';
import type { Backend, LoadBalancer } from '#lib/model/compute/load-balancer.ts';
import type { LoadBalancerRecord } from '#lib/store/compute/load-balancers.ts';

/** A load balancer as replies show it. */
export function toLoadBalancer(record: LoadBalancerRecord): LoadBalancer {
  return {
    id: record.id,
    account_id: record.account_id,
    name: record.name,
    status: record.status,
    status_reason: record.status_reason,
    allowed_actions: [],
    algorithm: record.algorithm,
    public_ip: record.public_ip,
    public_hostname: record.public_hostname,
    vpc_id: record.vpc_id,
    listeners: record.listeners,
    health_check: record.health_check,
    sticky_sessions: record.sticky_sessions,
    backends: backendsOf(record),
    price_monthly: record.price_monthly,
    created_at: record.created_at,
    updated_at: record.updated_at,
  };
}

/** Its backends, those that drain included, by instance id. */
export function backendsOf(record: LoadBalancerRecord): Backend[] {
  const now = realNow().getTime();
  const draining = Object.keys(record.draining).filter((instance) => (record.draining[instance]?.until ?? 0) > now);
  const all = [...new Set([...Object.keys(record.backends), ...draining])].sort();
  return all.map((instance) => toBackend(record, instance));
}

/** One of its backends as replies show it. */
export function toBackend({ backends, draining, health }: LoadBalancerRecord, instance: string): Backend {
  const backend = backends[instance];
  const leaving = backend ? undefined : draining[instance];
  const known = health[instance];
  return {
    instance_id: instance,
    port: (backend ?? leaving)?.port ?? null,
    weight: (backend ?? leaving)?.weight ?? 1,
    health: leaving ? 'draining' : (known?.health ?? 'initial'),
    health_reason: leaving ? 'draining' : (known?.reason ?? null),
    last_checked_at: known?.checked_at ?? null,
    draining_until: leaving?.draining_until ?? null,
  };
}
