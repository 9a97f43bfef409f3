import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { ApiError, notFound } from '#lib/model/platform/errors.ts';
import type { InstanceRecord } from '#lib/store/compute/instances.ts';
import {
  addBackend,
  bindGroup,
  changeBackend,
  dropBackend,
  type LoadBalancerRecord,
  unbindGroup,
} from '#lib/store/compute/load-balancers.ts';
import type { Write } from '#lib/store/platform/write.ts';
import { cannotAdd, draining, newBackend } from './backends.ts';

/** The part of an auto scaling group that concerns its load balancer. */
interface Group {
  account_id: string;
  id: string;
  load_balancer_id: string;
  /** Null for each listener's target_port. */
  backend_port: number | null;
}

/**
 * Binds a group to its load balancer, which then cannot be deleted. 404 where the load balancer does not exist, 409
 * while it is being deleted.
 */
export const bindToBalancer = ({ account_id, id, load_balancer_id }: Omit<Group, 'backend_port'>): Write =>
  bindGroup(account_id, load_balancer_id, id, (old) =>
    old
      ? new ApiError('wrong_state', `load balancer ${load_balancer_id} is deleting`)
      : notFound('load balancer', load_balancer_id),
  );

/** Unbinds a group from its load balancer; `deregisterMember` removes its members. */
export const unbindFromBalancer = ({ account_id, id, load_balancer_id }: Omit<Group, 'backend_port'>): Write =>
  unbindGroup(account_id, load_balancer_id, id);

/** Registers a group's member as a backend. 404, 403 and 409 as for adding a backend. */
export const registerMember = (group: Group, instance: InstanceRecord, now: Date): Write =>
  addBackend(
    group.account_id,
    group.load_balancer_id,
    instance.id,
    { ...newBackend(instance, { port: group.backend_port, weight: 1, asg_id: group.id }, now), at: rfc3339(now) },
    (old) => cannotAdd(old as LoadBalancerRecord | undefined, group.load_balancer_id, instance.id),
  );

/** Removes a group's member from a load balancer and drains it; no writes where it is not a backend. */
export function deregisterMember(balancer: LoadBalancerRecord, instance: string, now: Date): Write[] {
  const backend = balancer.backends[instance];
  if (!backend) return [];
  return [dropBackend(balancer.account_id, balancer.id, instance, { draining: draining(backend), at: rfc3339(now) })];
}

/** Makes a member's backend independent of its group; no writes where it is not a backend. */
export function detachMember(balancer: LoadBalancerRecord, instance: string): Write[] {
  const backend = balancer.backends[instance];
  return backend ? [changeBackend(balancer, instance, { ...backend, asg_id: null })] : [];
}
