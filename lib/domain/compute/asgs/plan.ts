import type { Member } from '#lib/store/compute/asgs.ts';
import { ailment, isPast, isSettled, live, observed, outdated, type Situation } from './situation.ts';

/** What a group does next: one step, one transaction, claimed by the group's version. */
export type Step =
  /** Take note of what its members have become. */
  | { kind: 'observe'; members: Member[] }
  /** All is as it should be. */
  | { kind: 'settle' }
  | { kind: 'launch' }
  /** A launch came to nothing: the machine goes, and the failure counts. */
  | { kind: 'give_up'; member: Member; why: string }
  /** A member leaves the group's service. */
  | { kind: 'retire'; member: Member; reason: 'scale_in' | 'replace_unhealthy' | 'config_change'; why: string }
  /** The machine of a member that has left is terminated. */
  | { kind: 'terminate'; member: Member }
  /** A member becomes a backend, is one no more, or becomes an instance like any other. */
  | { kind: 'enlist'; member: Member }
  | { kind: 'withdraw'; member: Member }
  | { kind: 'release'; member: Member }
  /** The policy wants another size. */
  | { kind: 'rescale'; desired: number; why: string }
  /** Nothing of the group is left. */
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

/** While nothing can be created, nothing is given up either. */
function rulesFor({ group, suspended }: Situation): readonly Rule[] {
  if (group.status === 'deleting') return parting;
  return suspended ? [terminateLeft] : upkeep;
}

type Rule = (situation: Situation) => Step | undefined;

const terminateLeft: Rule = ({ group, instances, now }) => {
  const member = group.members.find(
    ({ state, leaves_at, instance_id }) =>
      state === 'terminating' && isPast(leaves_at, now) && isStanding(instances.get(instance_id)),
  );
  return member && { kind: 'terminate', member };
};

/** What can be terminated, and is not yet. */
const isStanding = (record: { status: string; termination_protection: boolean } | undefined) =>
  record !== undefined && record.status !== 'terminating' && !record.termination_protection;

const parting: readonly Rule[] = [
  ({ group }) => (group.members.length === 0 ? { kind: 'remove' } : undefined),
  ({ group }) => {
    const [member] = group.keep_instances ? live(group) : [];
    return member && { kind: 'release', member };
  },
  ({ group }) => {
    const [member] = live(group);
    return member && { kind: 'retire', member, reason: 'config_change', why: 'the group is deleted' };
  },
  terminateLeft,
];

/** A launch that ended in error. */
function giveUp(situation: Situation): Step | undefined {
  const { group, instances } = situation;
  const member = group.members.find(
    (candidate) => candidate.state === 'pending' && ailment(situation, candidate, instances.get(candidate.instance_id)),
  );
  if (!member) return undefined;
  const record = instances.get(member.instance_id);
  return { kind: 'give_up', member, why: record?.status_reason ?? `instance ${member.instance_id} ${record?.status}` };
}

/** What does badly is replaced; while nothing can be launched it is better than nothing. */
function replace(situation: Situation): Step | undefined {
  if (situation.group.status === 'error') return undefined;
  for (const member of leavable(situation)) {
    const why = ailment(situation, member, situation.instances.get(member.instance_id));
    if (why) {
      return { kind: 'retire', member, reason: 'replace_unhealthy', why: `instance ${member.instance_id} ${why}` };
    }
  }
  return undefined;
}

/** Registers members with the group's load balancer, and takes them out of one that it no longer is. */
function balance({ group, balancer, now }: Situation): Step | undefined {
  const serving = group.members.filter(({ state }) => state === 'in_service');
  const moved = serving.find(({ balancer: at }) => at !== null && at !== group.load_balancer_id);
  if (moved) return { kind: 'withdraw', member: moved };
  const missing = serving.find(({ balancer: at }) => at === null);
  return missing && balancer && isPast(group.retry_at, now) ? { kind: 'enlist', member: missing } : undefined;
}

function settle({ group }: Situation): Step | undefined {
  const isNoted = group.status === 'active' && group.open_activity === null && group.operation === null;
  return isSettled(group) && !isNoted ? { kind: 'settle' } : undefined;
}

const upkeep: readonly Rule[] = [terminateLeft, giveUp, replace, shrink, renew, grow, balance, settle];

/** Too many: the unhealthy go first, then the oldest (contract 3.7). */
function shrink(situation: Situation): Step | undefined {
  const { group } = situation;
  const surplus = live(group).length - Math.max(group.desired_capacity, wanted(situation));
  const [member] = surplus > 0 ? leavable(situation) : [];
  const why = `desired capacity is ${group.desired_capacity}`;
  return member && { kind: 'retire', member, reason: 'scale_in', why };
}

/** Too few. */
function grow(situation: Situation): Step | undefined {
  const { group, now } = situation;
  const isFree = group.status !== 'error' && isPast(group.retry_at, now);
  return isFree && live(group).length < wanted(situation) ? { kind: 'launch' } : undefined;
}

/** A refresh replaces one after another, by a new one first where the group may be larger for that long. */
function renew(situation: Situation): Step | undefined {
  const { group } = situation;
  const old = outdated(group);
  const isBusy = group.members.some(({ state }) => state !== 'in_service');
  if (old.length === 0 || isBusy || group.status === 'error' || live(group).length < wanted(situation))
    return undefined;
  const member = leavable(situation).find((candidate) => old.includes(candidate));
  return member && { kind: 'retire', member, reason: 'config_change', why: 'the group is refreshed' };
}

/** How many members there should be: one more than desired while a refresh has old ones to replace and there is room. */
function wanted({ group }: Situation): number {
  const isRenewing = outdated(group).length > 0 && group.members.every(({ state }) => state !== 'terminating');
  return Math.min(group.desired_capacity + (isRenewing ? 1 : 0), group.max_size);
}

/** Members that may be taken out, in the order in which they go. */
function leavable({ group, instances }: Situation): Member[] {
  const weight = (member: Member) => (member.healthy === false ? 0 : 1);
  return live(group)
    .filter(({ instance_id }) => !instances.get(instance_id)?.termination_protection)
    .sort((a, b) => weight(a) - weight(b) || a.launched_at.localeCompare(b.launched_at));
}
