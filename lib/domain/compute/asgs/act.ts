import { checkBudget } from '#lib/domain/billing/wallets/afford.ts';
import { terminateInstance } from '#lib/domain/compute/instances/terminate.ts';
import {
  deregisterMember,
  detachMember,
  registerMember,
  unbindFromBalancer,
} from '#lib/domain/compute/load-balancers/groups.ts';
import { systemContext } from '#lib/domain/platform/operations/system-context.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { type AsgRecord, type Member, removeAsg } from '#lib/store/compute/asgs.ts';
import { getHost } from '#lib/store/compute/hosts.ts';
import { changeInstance } from '#lib/store/compute/instances.ts';
import { getLoadBalancer } from '#lib/store/compute/load-balancers.ts';
import { getVpc, unbindGroupFromVpc } from '#lib/store/compute/vpcs.ts';
import { returnQuota } from '#lib/store/platform/quotas.ts';
import { transact, type Write } from '#lib/store/platform/write.ts';
import { begun, changed, claimed, failed, refused, settled, withMember } from './changes.ts';
import { launchMember } from './launch-member.ts';
import type { Step } from './plan.ts';
import { freeName } from './resource.ts';
import type { Situation } from './situation.ts';

/** Seconds that a member's open connections get to end after the load balancer sends it no new ones (contract 3.6). */
const drainTime = 30;
/** Seconds until a refused registration with the load balancer is tried again. */
const registrationRetry = 30;

type Act<K extends Step['kind']> = (situation: Situation, step: Extract<Step, { kind: K }>) => Promise<void>;

/** The function that performs each kind of step. */
const acts: { [K in Step['kind']]: Act<K> } = {
  observe: ({ group, now }, { members }) => {
    const lost = group.status === 'deleting' ? undefined : firstLost(group.members, members);
    const arrived = members.some(({ state }, at) => state === 'in_service' && group.members[at]?.state === 'pending');
    const changes = { members, ...(arrived && { failures: 0, retry_at: null }) };
    const message = `instance ${lost?.instance_id} was terminated`;
    return claimed(
      group,
      lost ? begun(group, changes, { reason: 'replace_unhealthy', message }, now) : changed(group, changes, now),
    );
  },
  settle: ({ group, now }) => claimed(group, settled(group, now)),
  launch: launchMember,
  give_up: async ({ group, instances, now }, { member, why }) => {
    const gone: Member = { ...member, state: 'terminating', healthy: false };
    const host = await getHost(instances.get(member.instance_id)?.host_id ?? '');
    // The loss of a host says nothing about the group's template, and may end many launches at once.
    const counted = host?.lost ? { failures: group.failures } : {};
    const changes = { ...counted, members: withMember(group, gone) };
    return claimed(group, failed(group, changes, `instance ${member.instance_id}: ${why}`, now));
  },
  retire,
  terminate: async ({ group, now }, { member }) => {
    const context = systemContext(group.account_id, now);
    const actor = { ...context, principal: { ...context.principal, name: group.id } };
    await terminateInstance(actor, { id: member.instance_id }).catch((error) => {
      // The instance is gone or has just become protected. The next evaluation notices either.
      if (!(error instanceof ApiError && ['not_found', 'protected'].includes(error.code))) throw error;
    });
  },
  register,
  deregister: async (situation, { member }) => {
    const { group, now } = situation;
    const effect = await deregistration(situation, member);
    const change = changed(group, { members: withMember(group, { ...member, balancer: null }) }, now);
    await claimed(group, change, effect);
  },
  release: async (situation, { member }) => {
    const { group, instances, now } = situation;
    const record = instances.get(member.instance_id);
    const members = group.members.filter(({ instance_id }) => instance_id !== member.instance_id);
    const freed = record ? [changeInstance(record, { ...record, asg_id: null, updated_at: rfc3339(now) })] : [];
    const balancer = member.balancer ? await balancerOf(situation, member.balancer) : undefined;
    const backend = balancer ? detachMember(balancer, member.instance_id) : [];
    await claimed(group, changed(group, { members }, now), { writes: [...freed, ...backend] });
  },
  rescale,
  remove: ({ group }) => removeGroup(group),
};

/** Performs a step. Throws GroupChanged, having written nothing, where the group has changed since it was read. */
export const perform = (situation: Situation, step: Step): Promise<void> =>
  (acts[step.kind] as Act<Step['kind']>)(situation, step);

/** The first member whose instance ended although the group did not ask for it. */
const firstLost = (before: readonly Member[], after: readonly Member[]): Member | undefined =>
  before.find(
    ({ state, instance_id }) =>
      state !== 'terminating' &&
      after.every((member) => member.instance_id !== instance_id || member.state === 'terminating'),
  );

async function retire(situation: Situation, step: Extract<Step, { kind: 'retire' }>): Promise<void> {
  const { group, now } = situation;
  const { member, reason, why } = step;
  const effect = await deregistration(situation, member);
  const drains = effect.writes.length > 0 && reason !== 'replace_unhealthy';
  const leaves_at = drains ? rfc3339(new Date(now.getTime() + drainTime * 1000)) : null;
  const leaver: Member = { ...member, state: 'terminating', leaves_at, balancer: null };
  const changes = { members: withMember(group, leaver) };
  // A member that leaves because the size is changing belongs to the activity that is already open.
  const isPart = group.status === 'deleting' || (group.open_activity !== null && reason !== 'replace_unhealthy');
  const change = isPart ? changed(group, changes, now) : begun(group, changes, { reason, message: why }, now);
  await claimed(group, change, effect);
}

/**
 * Applies a new size that the scaling policy computed. While the budget is used up the group does not grow. The refusal
 * is recorded, and the policy is evaluated again after the cooldown.
 */
async function rescale({ group, now }: Situation, { desired, why }: Extract<Step, { kind: 'rescale' }>): Promise<void> {
  const grows = desired > group.desired_capacity;
  const scaled_at = rfc3339(now);
  const step = { reason: grows ? 'scale_out' : 'scale_in', message: why } as const;
  try {
    const budget = grows ? [checkBudget(group.account_id)] : [];
    await claimed(group, begun(group, { desired_capacity: desired, scaled_at }, step, now), { writes: budget });
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'quota_exceeded')) throw error;
    await claimed(group, refused(group, { scaled_at }, `${why}; not scaled out: ${error.message}`, now));
  }
}

async function register({ group, instances, now }: Situation, { member }: { member: Member }): Promise<void> {
  const { load_balancer_id } = group;
  const record = instances.get(member.instance_id);
  if (!load_balancer_id || !record) return;
  const next = { ...member, balancer: load_balancer_id };
  try {
    const writes = [registerMember({ ...group, load_balancer_id }, record, now)];
    const change = changed(group, { members: withMember(group, next), retry_at: null }, now);
    // The load balancer of a VPC is on the host of the VPC's machines.
    await claimed(group, change, { writes, rings: [record.host_id] });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const retry_at = rfc3339(new Date(now.getTime() + registrationRetry * 1000));
    await claimed(group, changed(group, { retry_at, status_reason: error.message }, now));
  }
}

/** The writes that remove a member from the load balancer with which it is registered. */
async function deregistration(
  situation: Situation,
  { balancer, instance_id }: Member,
): Promise<{ writes: Write[]; rings: string[] }> {
  const record = balancer ? await balancerOf(situation, balancer) : undefined;
  if (!record) return { writes: [], rings: [] };
  return { writes: deregisterMember(record, instance_id, situation.now), rings: [record.host_id] };
}

const balancerOf = async ({ group, balancer }: Situation, id: string) =>
  balancer?.id === id ? balancer : getLoadBalancer(group.account_id, id);

/**
 * Deletes a group without members: its record, its name, its use of the quota, and its references in the VPC and the
 * load balancer. Older groups have no reference in their VPC, and the VPC may no longer exist.
 */
async function removeGroup(group: AsgRecord): Promise<void> {
  const { account_id, id, load_balancer_id, vpc_id } = group;
  const isNoted = (await getVpc(account_id, vpc_id))?.asg_ids?.has(id);
  await transact([
    ...removeAsg(group),
    freeName(group, group.name),
    returnQuota(account_id, 'asgs'),
    ...(isNoted ? [unbindGroupFromVpc(account_id, vpc_id, id)] : []),
    ...(load_balancer_id ? [unbindFromBalancer({ account_id, id, load_balancer_id })] : []),
  ]);
}
