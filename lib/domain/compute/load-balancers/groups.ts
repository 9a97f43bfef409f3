import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { ApiError, notFound } from '#lib/model/platform/errors.ts';
import type { InstanceRecord } from '#lib/store/compute/instances.ts';
import {
  addBackend,
  bindGroup,
  changeBackend,
  dropBackend,
  type LoadBalancerRecord,
  looseGroup,
} from '#lib/store/compute/load-balancers.ts';
import type { Write } from '#lib/store/platform/write.ts';
import { cannotAdd, draining, newBackend } from './backends.ts';

/** A group as its load balancer knows it. */
interface Group {
  account_id: string;
  id: string;
  load_balancer_id: string;
  /** Null where each listener's target_port is meant. */
  backend_port: number | null;
}

/** Binds a group to its load balancer, which then cannot be deleted; 404, 409 while that is being deleted. */
export const bindToBalancer = ({ account_id, id, load_balancer_id }: Omit<Group, 'backend_port'>): Write =>
  bindGroup(account_id, load_balancer_id, id, (old) =>
    old
      ? new ApiError('wrong_state', `load balancer ${load_balancer_id} is deleting`)
      : notFound('load balancer', load_balancer_id),
  );

/** Looses a group from its load balancer; its members are taken out by `withdrawMember`. */
export const looseFromBalancer = ({ account_id, id, load_balancer_id }: Omit<Group, 'backend_port'>): Write =>
  looseGroup(account_id, load_balancer_id, id);

/** Registers a group's member as a backend; 404, 403 and 409 as a backend's addition has them. */
export const registerMember = (group: Group, instance: InstanceRecord, now: Date): Write =>
  addBackend(
    group.account_id,
    group.load_balancer_id,
    instance.id,
    { ...newBackend(instance, { port: group.backend_port, weight: 1, asg_id: group.id }, now), at: rfc3339(now) },
    (old) => cannotAdd(old as LoadBalancerRecord | undefined, group.load_balancer_id, instance.id),
  );

/** Takes a group's member out of a load balancer, to drain; nothing where it is no backend. */
export function withdrawMember(balancer: LoadBalancerRecord, instance: string, now: Date): Write[] {
  const backend = balancer.backends[instance];
  if (!backend) return [];
  return [dropBackend(balancer.account_id, balancer.id, instance, { draining: draining(backend), at: rfc3339(now) })];
}

/** Leaves a member where it is, as anybody's backend; nothing where it is no backend. */
export function releaseMember(balancer: LoadBalancerRecord, instance: string): Write[] {
  const backend = balancer.backends[instance];
  return backend ? [changeBackend(balancer, instance, { ...backend, asg_id: null })] : [];
}
