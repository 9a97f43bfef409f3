import { isGone } from '#lib/domain/compute/instances/resource.ts';
import type { Context } from '#lib/domain/platform/context.ts';
import { civilNow, rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { realNow } from '#lib/drivers/clocks/real.ts';
import { maxBackends } from '#lib/model/compute/limits.ts';
import { ApiError, notFound } from '#lib/model/platform/errors.ts';
import type { InstanceRecord } from '#lib/store/compute/instances.ts';
import {
  type BackendRecord,
  type DrainingRecord,
  dropBackend,
  type HealthRecord,
  type LoadBalancerRecord,
  loadBalancersOf,
} from '#lib/store/compute/load-balancers.ts';
import type { Write } from '#lib/store/platform/write.ts';

/** Milliseconds that the connections of a removed backend have to end (contract 3.6). */
const drainTime = 30_000;

/**
 * The instance, if it can become a backend in this VPC. 404 where it does not exist, 409 where it is terminating or in
 * another VPC.
 */
export function eligible(
  context: Context,
  record: InstanceRecord | undefined,
  id: string,
  vpc: string,
): InstanceRecord {
  if (!record || isGone(record, context.now)) throw notFound('instance', id);
  if (record.status === 'terminating' || record.status === 'terminated') throw terminatingError(record);
  if (record.vpc_id !== vpc) {
    throw new ApiError('wrong_state', `instance ${id} is in ${record.vpc_id}; backends must be in ${vpc}`);
  }
  return record;
}

/** The 409 for an instance that is terminating. */
export const terminatingError = ({ id, status }: Pick<InstanceRecord, 'id' | 'status'>) =>
  new ApiError('wrong_state', `instance ${id} is ${status}; it can no longer be a backend`);

/** A new backend, and its health before the first check. */
export function newBackend(
  instance: Pick<InstanceRecord, 'private_ip' | 'status'>,
  { port, weight, asg_id = null }: { port: number | null; weight: number; asg_id?: string | null },
  now: Date,
): { backend: BackendRecord; health: HealthRecord } {
  const off = ['stopping', 'stopped', 'error'].includes(instance.status);
  return {
    backend: { port, weight, private_ip: instance.private_ip, asg_id, added_at: rfc3339(now) },
    health: off
      ? { health: 'unused', reason: 'instance_stopped', checked_at: null }
      : { health: 'initial', reason: 'registering', checked_at: null },
  };
}

/** A backend that begins to drain now. */
export function draining(backend: BackendRecord): DrainingRecord {
  const until = realNow().getTime() + drainTime;
  const civil = new Date(civilNow().getTime() + drainTime);
  return { ...backend, until, draining_until: rfc3339(civil) };
}

/** Why a backend cannot be added to this load balancer. */
export function cannotAdd(record: LoadBalancerRecord | undefined, id: string, instance: string): Error {
  if (!record) return notFound('load balancer', id);
  if (record.status === 'deleting') {
    return new ApiError('wrong_state', `load balancer ${id} is deleting; it accepts no more backends`);
  }
  if (record.backends[instance]) {
    return new ApiError('already_exists', `instance ${instance} is already a backend of load balancer ${id}`);
  }
  return tooManyBackends(id, Object.keys(record.backends).length);
}

/** The 403 for more backends than a load balancer may have. */
const tooManyBackends = (id: string, used: number) =>
  new ApiError('quota_exceeded', `${used} of ${maxBackends} backends of load balancer ${id} used`);

/** The writes that remove a terminated instance from every load balancer of its account (contract 3.1). */
export async function removeFromBalancers(account: string, instance: string, now: Date): Promise<Write[]> {
  const balancers = await loadBalancersOf(account);
  return balancers
    .filter(({ backends }) => backends[instance])
    .map(({ id }) => dropBackend(account, id, instance, { at: rfc3339(now) }));
}
