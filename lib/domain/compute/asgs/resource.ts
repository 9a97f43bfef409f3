import type { Context } from '#lib/domain/platform/context.ts';
import { type Asg, activity } from '#lib/model/compute/asg.ts';
import type { Action } from '#lib/model/identity/policy/actions.ts';
import { imageReference, usedAs } from '#lib/model/identity/policy/references.ts';
import type { Deleted } from '#lib/model/platform/common.ts';
import { ApiError, notFound } from '#lib/model/platform/errors.ts';
import type { Reference } from '#lib/model/platform/reference.ts';
import { type AsgRecord, getAsg, type Member } from '#lib/store/compute/asgs.ts';
import { claimUnique, freeUnique } from '#lib/store/platform/uniques.ts';
import type { Write } from '#lib/store/platform/write.ts';
import { live } from './situation.ts';

/** A group as replies show it. */
export function toAsg(record: AsgRecord): Asg {
  return {
    id: record.id,
    account_id: record.account_id,
    name: record.name,
    status: record.status,
    status_reason: record.status_reason,
    allowed_actions: record.status === 'deleting' ? [] : ['update', 'delete', 'refresh'],
    instance_type_id: record.instance_type_id,
    image_id: record.image_id,
    ssh_key_id: record.ssh_key_id,
    vpc_id: record.vpc_id,
    user_data: record.user_data,
    run_entrypoint: record.run_entrypoint === true,
    firewall_rules: record.firewall_rules ?? null,
    load_balancer_id: record.load_balancer_id,
    backend_port: record.backend_port,
    min_size: record.min_size,
    max_size: record.max_size,
    desired_capacity: record.desired_capacity,
    scaling_policy: record.scaling_policy,
    health_check: record.health_check,
    tags: record.tags ?? {},
    instances: record.members.map(({ instance_id, state, healthy }) => ({
      instance_id,
      lifecycle_state: state,
      health: healthOf(healthy),
    })),
    current_size: live(record).length,
    last_activity: record.last_activity && activity.strip().parse(record.last_activity),
    created_at: record.created_at,
    updated_at: record.updated_at,
  };
}

const healthOf = (healthy: Member['healthy']) => {
  if (healthy === null) return 'unknown';
  return healthy ? 'healthy' : 'unhealthy';
};

/** The caller's group. 404 where it does not exist or belongs to another account. */
export async function findAsg(context: Context, id: string): Promise<AsgRecord> {
  const record = await getAsg(context.principal.account_id, id);
  if (!record) throw notFound('auto scaling group', id);
  return record;
}

/** The caller's group with its members. 404 where it does not exist. */
export async function getAutoScalingGroup(context: Context, { id }: { id: string }): Promise<Asg> {
  const record = await findAsg(context, id);
  return context.show(toAsg(record), record.version);
}

/** The group once it has its desired state, or has given up; undefined before. */
export async function settledAsg(context: Context, { id }: Asg): Promise<Asg | undefined> {
  const record = await getAsg(context.principal.account_id, id);
  if (!record || record.status === 'scaling' || record.status === 'deleting') return undefined;
  return context.show(toAsg(record), record.version);
}

/** The reply that a group is deleted, once none of its members is left; undefined before. */
export async function deletedAsg(context: Context, { id }: Pick<Asg, 'id'>): Promise<Deleted | undefined> {
  return (await getAsg(context.principal.account_id, id)) ? undefined : { id, deleted: true };
}

type Owner = Pick<AsgRecord, 'account_id' | 'id'>;

/** Claims a name for a group. 409 where another group of the account has it. */
export const claimName = ({ account_id, id }: Owner, name: string): Write =>
  claimUnique(
    account_id,
    'asg',
    name,
    id,
    (holder) => new ApiError('already_exists', `name: group ${JSON.stringify(name)} already exists as ${holder}`),
  );

/** Frees a group's name. */
export const freeName = ({ account_id, id }: Owner, name: string): Write => freeUnique(account_id, 'asg', name, id);

/** The group's load balancer as a reference, for policy checks. */
export const balancerOf = ({ load_balancer_id: id }: Pick<AsgRecord, 'load_balancer_id'>): Reference[] =>
  id ? [{ kind: 'load-balancer', id }] : [];

/** The resources from which the group launches its members, as references for policy checks. */
export function templateOf(group: AsgRecord): Reference[] {
  const image = imageReference(group.image_id);
  return [
    { kind: 'vpc', id: group.vpc_id },
    ...(image ? [image] : []),
    ...(group.ssh_key_id ? [{ kind: 'ssh-key' as const, id: group.ssh_key_id }] : []),
    ...balancerOf(group),
  ];
}

/** The group's members as references, for policy checks of these actions. */
export const membersOf = (group: AsgRecord, as: readonly Action[]): Reference[] =>
  live(group).map(({ instance_id }) => usedAs('instance', ...as)(instance_id));
