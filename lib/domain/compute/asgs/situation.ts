import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import type { AsgRecord, Member } from '#lib/store/compute/asgs.ts';
import type { InstanceRecord } from '#lib/store/compute/instances.ts';
import type { LoadBalancerRecord } from '#lib/store/compute/load-balancers.ts';

/** A group with everything that its next step depends on, as it was read. It is read again after each step. */
export interface Situation {
  group: AsgRecord;
  instances: ReadonlyMap<string, InstanceRecord | undefined>;
  /** The group's load balancer, where it has one that exists. */
  balancer: LoadBalancerRecord | undefined;
  /** Whether the account is suspended, so that nothing can be launched. */
  suspended: boolean;
  now: Date;
}

/** Failed launches in a row after which the group gives up (contract 3.7). */
export const maxFailures = 3;

/** The members that are starting or in service. */
export const live = ({ members }: AsgRecord): Member[] => members.filter(({ state }) => state !== 'terminating');

/** Whether a moment has passed; true where there is none. */
export const isPast = (moment: string | null, now: Date): boolean =>
  moment === null || Date.parse(moment) <= now.getTime();

/** The members from before the last refresh, which are to be replaced. */
export const outdated = (group: AsgRecord): Member[] => live(group).filter(({ epoch }) => epoch < group.epoch);

/** Whether no activity is in progress and the group has its desired state. */
export function isSettled(group: AsgRecord): boolean {
  const { members, desired_capacity, load_balancer_id } = group;
  return (
    members.length === desired_capacity &&
    members.every(({ state, balancer }) => state === 'in_service' && balancer === load_balancer_id) &&
    outdated(group).length === 0
  );
}

/**
 * Seconds for which a machine may be unreachable before it is replaced. A host that restarts takes less time to reach
 * it again.
 */
const unreachableSeconds = 120;

const down = new Set(['stopping', 'stopped', 'error']);

/**
 * The members with the current states of their instances, without those that are gone or were taken out of the group.
 */
export const observed = (situation: Situation): Member[] =>
  situation.group.members.flatMap((member) => {
    const record = situation.instances.get(member.instance_id);
    if (!record || record.status === 'terminated' || record.asg_id !== situation.group.id) return [];
    return [observeMember(situation, member, record)];
  });

function observeMember(situation: Situation, member: Member, record: InstanceRecord): Member {
  if (member.state === 'terminating') return member;
  if (record.status === 'terminating') return { ...member, state: 'terminating', healthy: false, leaves_at: null };
  const now = rfc3339(situation.now);
  if (member.state === 'pending') {
    return record.status === 'running' ? { ...member, state: 'in_service', healthy: true, in_service_at: now } : member;
  }
  const unseen = isUnreachable(record) ? (member.unwell_since ?? now) : null;
  return {
    ...member,
    unwell_since: unseen,
    healthy: unseen === null && unhealthyReason(situation, member, record) === undefined,
  };
}

/** Running in its last known state, but not reachable by its host. */
const isUnreachable = ({ status, ssh_ready, status_reason }: InstanceRecord) =>
  status === 'running' && !ssh_ready && status_reason !== null;

/** Why a member is to be replaced; undefined where it is healthy or still within its grace period. */
export function unhealthyReason(
  { group, balancer, now }: Situation,
  member: Member,
  record: InstanceRecord | undefined,
): string | undefined {
  if (!record || member.state === 'terminating') return undefined;
  if (down.has(record.status)) return `is ${record.status === 'error' ? 'in error' : record.status}`;
  if (member.state === 'pending') return undefined;
  if (member.unwell_since && isPast(after(member.unwell_since, unreachableSeconds), now)) {
    return record.status_reason ?? 'does not answer';
  }
  const { type, grace_period_seconds } = group.health_check;
  if (type !== 'load_balancer' || !isPast(after(member.in_service_at, grace_period_seconds), now)) return undefined;
  const health = balancer?.health[member.instance_id];
  return health?.health === 'unhealthy' ? `is unhealthy to ${balancer?.id} (${health.reason})` : undefined;
}

const after = (moment: string | null, seconds: number): string | null =>
  moment && rfc3339(new Date(Date.parse(moment) + seconds * 1000));
