import { checkBudget } from '#lib/domain/billing/wallets/afford.ts';
import { terminateInstance } from '#lib/domain/compute/instances/terminate.ts';
import { registerMember, releaseMember, withdrawMember } from '#lib/domain/compute/load-balancers/groups.ts';
import { systemContext } from '#lib/domain/platform/operations/system-context.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { wakeUp } from '#lib/drivers/wakeup/ring.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import type { Member } from '#lib/store/compute/asgs.ts';
import { changeInstance } from '#lib/store/compute/instances.ts';
import { getLoadBalancer } from '#lib/store/compute/load-balancers.ts';
import type { Write } from '#lib/store/platform/write.ts';
import { begun, changed, claimed, failed, refused, settled, withMember } from './changes.ts';
import { launchMember } from './launch-member.ts';
import type { Step } from './plan.ts';
import { removal } from './remove.ts';
import type { Situation } from './situation.ts';

/** Seconds that a member has to end what it began, once no new connection reaches it (contract 3.6). */
const drainTime = 30;
/** Seconds until a refused registration is tried again. */
const enlistAgain = 30;

type Act<K extends Step['kind']> = (situation: Situation, step: Extract<Step, { kind: K }>) => Promise<void>;

/** How each step is done. */
const acts: { [K in Step['kind']]: Act<K> } = {
  observe: ({ group, now }, { members }) => {
    const lost = group.status === 'deleting' ? undefined : lostOf(group.members, members);
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
  give_up: ({ group, now }, { member, why }) => {
    const gone: Member = { ...member, state: 'terminating', healthy: false };
    return claimed(
      group,
      failed(group, { members: withMember(group, gone) }, `instance ${member.instance_id}: ${why}`, now),
    );
  },
  retire,
  terminate: async ({ group, now }, { member }) => {
    const context = systemContext(group.account_id, now);
    const actor = { ...context, principal: { ...context.principal, name: group.id } };
    await terminateInstance(actor, { id: member.instance_id }).catch((error) => {
      // It is gone, or has just been protected: both are seen at the next look.
      if (!(error instanceof ApiError && ['not_found', 'protected'].includes(error.code))) throw error;
    });
  },
  enlist,
  withdraw: async (situation, { member }) => {
    const { group, now } = situation;
    const writes = await withdrawal(situation, member);
    await claimed(group, changed(group, { members: withMember(group, { ...member, balancer: null }) }, now), writes);
    wakeUp();
  },
  release: async (situation, { member }) => {
    const { group, instances, now } = situation;
    const record = instances.get(member.instance_id);
    const members = group.members.filter(({ instance_id }) => instance_id !== member.instance_id);
    const freed = record ? [changeInstance(record, { ...record, asg_id: null, updated_at: rfc3339(now) })] : [];
    const balancer = member.balancer ? await balancerOf(situation, member.balancer) : undefined;
    const backend = balancer ? releaseMember(balancer, member.instance_id) : [];
    await claimed(group, changed(group, { members }, now), [...freed, ...backend]);
  },
  rescale,
  remove: ({ group }) => removal(group),
};

/** Does a step; throws Overtaken where the group changed since it was read, and has then done nothing. */
export const perform = (situation: Situation, step: Step): Promise<void> =>
  (acts[step.kind] as Act<Step['kind']>)(situation, step);

/** The first member that left without having been told to. */
const lostOf = (before: readonly Member[], after: readonly Member[]): Member | undefined =>
  before.find(
    ({ state, instance_id }) =>
      state !== 'terminating' &&
      after.every((member) => member.instance_id !== instance_id || member.state === 'terminating'),
  );

async function retire(situation: Situation, step: Extract<Step, { kind: 'retire' }>): Promise<void> {
  const { group, now } = situation;
  const { member, reason, why } = step;
  const writes = await withdrawal(situation, member);
  const drains = writes.length > 0 && reason !== 'replace_unhealthy';
  const leaves_at = drains ? rfc3339(new Date(now.getTime() + drainTime * 1000)) : null;
  const leaver: Member = { ...member, state: 'terminating', leaves_at, balancer: null };
  const changes = { members: withMember(group, leaver) };
  // What is taken out on the way to a new size is part of that.
  const isPart = group.status === 'deleting' || (group.open_activity !== null && reason !== 'replace_unhealthy');
  const change = isPart ? changed(group, changes, now) : begun(group, changes, { reason, message: why }, now);
  await claimed(group, change, writes);
  if (writes.length > 0) wakeUp();
}

/** To grow by its policy is to spend more: while the budget is used up a group does not, and looks again after its cooldown. */
async function rescale({ group, now }: Situation, { desired, why }: Extract<Step, { kind: 'rescale' }>): Promise<void> {
  const grows = desired > group.desired_capacity;
  const scaled_at = rfc3339(now);
  const step = { reason: grows ? 'scale_out' : 'scale_in', message: why } as const;
  try {
    const budget = grows ? [checkBudget(group.account_id)] : [];
    await claimed(group, begun(group, { desired_capacity: desired, scaled_at }, step, now), budget);
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'quota_exceeded')) throw error;
    await claimed(group, refused(group, { scaled_at }, `${why}; not scaled out: ${error.message}`, now));
  }
}

async function enlist({ group, instances, now }: Situation, { member }: { member: Member }): Promise<void> {
  const { load_balancer_id } = group;
  const record = instances.get(member.instance_id);
  if (!load_balancer_id || !record) return;
  const next = { ...member, balancer: load_balancer_id };
  try {
    await claimed(group, changed(group, { members: withMember(group, next), retry_at: null }, now), [
      registerMember({ ...group, load_balancer_id }, record, now),
    ]);
    wakeUp();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const retry_at = rfc3339(new Date(now.getTime() + enlistAgain * 1000));
    await claimed(group, changed(group, { retry_at, status_reason: error.message }, now));
  }
}

/** What takes a member out of the load balancer that it is registered with. */
async function withdrawal(situation: Situation, { balancer, instance_id }: Member): Promise<Write[]> {
  const record = balancer ? await balancerOf(situation, balancer) : undefined;
  return record ? withdrawMember(record, instance_id, situation.now) : [];
}

const balancerOf = async ({ group, balancer }: Situation, id: string) =>
  balancer?.id === id ? balancer : getLoadBalancer(group.account_id, id);
