import type { Member } from '#lib/store/compute/asgs.ts';
import { isPast, isSettled, live, observed, outdated, type Situation, unhealthyReason } from './situation.ts';

/** One step of a group: one transaction, conditional on the group's version. */
export type Step =
  /** Note the new states of the members. */
  | { kind: 'observe'; members: Member[] }
  /** The group has its desired state. */
  | { kind: 'settle' }
  | { kind: 'launch' }
  /** A launch failed: terminate its machine and count the failure. */
  | { kind: 'give_up'; member: Member; why: string }
  /** A member leaves service. */
  | { kind: 'retire'; member: Member; reason: 'scale_in' | 'replace_unhealthy' | 'config_change'; why: string }
  /** Terminate the machine of a member that has left service. */
  | { kind: 'terminate'; member: Member }
  /** Register a member with the load balancer, deregister it, or turn it into an ordinary instance. */
  | { kind: 'register'; member: Member }
  | { kind: 'deregister'; member: Member }
  | { kind: 'release'; member: Member }
  /** Set the size that the scaling policy computed. */
  | { kind: 'rescale'; desired: number; why: string }
  /** Delete the group, which has no members left. */
  | { kind: 'remove' };

/** The next step, or undefined where there is nothing to do now. A pure function of what was read. */
export function nextStep(situation: Situation): Step | undefined {
  const members = observed(situation);
  if (JSON.stringify(members) !== JSON.stringify(situation.group.members)) return { kind: 'observe', members };
  for (const rule of rulesFor(situation)) {
    const step = rule(situation);
    if (step) return step;
  }
  return undefined;
}

/**
 * The rules by which the next step is chosen. While the account is suspended, nothing can be launched, so no member is
 * replaced or removed.
 */
function rulesFor({ group, suspended }: Situation): readonly Rule[] {
  if (group.status === 'deleting') return deletionRules;
  return suspended ? [terminateRetired] : maintenanceRules;
}

type Rule = (situation: Situation) => Step | undefined;

const terminateRetired: Rule = ({ group, instances, now }) => {
  const member = group.members.find(
    ({ state, leaves_at, instance_id }) =>
      state === 'terminating' && isPast(leaves_at, now) && canTerminate(instances.get(instance_id)),
  );
  return member && { kind: 'terminate', member };
};

/** Whether an instance can still be terminated. */
const canTerminate = (record: { status: string; termination_protection: boolean } | undefined) =>
  record !== undefined && record.status !== 'terminating' && !record.termination_protection;

const deletionRules: readonly Rule[] = [
  ({ group }) => (group.members.length === 0 ? { kind: 'remove' } : undefined),
  ({ group }) => {
    const [member] = group.keep_instances ? live(group) : [];
    return member && { kind: 'release', member };
  },
  ({ group }) => {
    const [member] = live(group);
    return member && { kind: 'retire', member, reason: 'config_change', why: 'the group is deleted' };
  },
  terminateRetired,
];

/** Gives up a launch that ended in error. */
function giveUp(situation: Situation): Step | undefined {
  const { group, instances } = situation;
  const member = group.members.find(
    (candidate) =>
      candidate.state === 'pending' && unhealthyReason(situation, candidate, instances.get(candidate.instance_id)),
  );
  if (!member) return undefined;
  const record = instances.get(member.instance_id);
  return { kind: 'give_up', member, why: record?.status_reason ?? `instance ${member.instance_id} ${record?.status}` };
}

/** Replaces unhealthy members. A group in error keeps them, since it cannot launch others. */
function replace(situation: Situation): Step | undefined {
  if (situation.group.status === 'error') return undefined;
  for (const member of removable(situation)) {
    const why = unhealthyReason(situation, member, situation.instances.get(member.instance_id));
    if (why) {
      return { kind: 'retire', member, reason: 'replace_unhealthy', why: `instance ${member.instance_id} ${why}` };
    }
  }
  return undefined;
}

/** Registers members with the group's load balancer, and deregisters them from one that is no longer the group's. */
function balance({ group, balancer, now }: Situation): Step | undefined {
  const serving = group.members.filter(({ state }) => state === 'in_service');
  const moved = serving.find(({ balancer: at }) => at !== null && at !== group.load_balancer_id);
  if (moved) return { kind: 'deregister', member: moved };
  const missing = serving.find(({ balancer: at }) => at === null);
  return missing && balancer && isPast(group.retry_at, now) ? { kind: 'register', member: missing } : undefined;
}

function settle({ group }: Situation): Step | undefined {
  const isNoted = group.status === 'active' && group.open_activity === null && group.operation === null;
  return isSettled(group) && !isNoted ? { kind: 'settle' } : undefined;
}

const maintenanceRules: readonly Rule[] = [terminateRetired, giveUp, replace, shrink, renew, grow, balance, settle];

/** Removes surplus members: unhealthy ones first, then the oldest (contract 3.7). */
function shrink(situation: Situation): Step | undefined {
  const { group } = situation;
  const surplus = live(group).length - Math.max(group.desired_capacity, targetSize(situation));
  const [member] = surplus > 0 ? removable(situation) : [];
  const why = `desired capacity is ${group.desired_capacity}`;
  return member && { kind: 'retire', member, reason: 'scale_in', why };
}

/** Launches a missing member. */
function grow(situation: Situation): Step | undefined {
  const { group, now } = situation;
  const isFree = group.status !== 'error' && isPast(group.retry_at, now);
  return isFree && live(group).length < targetSize(situation) ? { kind: 'launch' } : undefined;
}

/**
 * Replaces the members from before the last refresh one by one. Where max_size allows, a new member is launched first.
 */
function renew(situation: Situation): Step | undefined {
  const { group } = situation;
  const old = outdated(group);
  const isBusy = group.members.some(({ state }) => state !== 'in_service');
  if (old.length === 0 || isBusy || group.status === 'error' || live(group).length < targetSize(situation))
    return undefined;
  const member = removable(situation).find((candidate) => old.includes(candidate));
  return member && { kind: 'retire', member, reason: 'config_change', why: 'the group is refreshed' };
}

/**
 * The number of members that there should be: one more than desired while a refresh still has members to replace and
 * max_size allows it.
 */
function targetSize({ group }: Situation): number {
  const isRenewing = outdated(group).length > 0 && group.members.every(({ state }) => state !== 'terminating');
  return Math.min(group.desired_capacity + (isRenewing ? 1 : 0), group.max_size);
}

/** The members that may be removed, in the order of removal. */
function removable({ group, instances }: Situation): Member[] {
  const weight = (member: Member) => (member.healthy === false ? 0 : 1);
  return live(group)
    .filter(({ instance_id }) => !instances.get(instance_id)?.termination_protection)
    .sort((a, b) => weight(a) - weight(b) || a.launched_at.localeCompare(b.launched_at));
}
