import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import type { AsgRecord, Member } from '#lib/store/compute/asgs.ts';
import type { InstanceRecord } from '#lib/store/compute/instances.ts';
import type { LoadBalancerRecord } from '#lib/store/compute/load-balancers.ts';

/** A group with all that its next step depends on, as it was read; what a step makes of it is judged anew. */
export interface Situation {
  group: AsgRecord;
  instances: ReadonlyMap<string, InstanceRecord | undefined>;
  /** Its load balancer, where it has one that is still there. */
  balancer: LoadBalancerRecord | undefined;
  /** Whether the account can create nothing at present. */
  suspended: boolean;
  now: Date;
}

/** Launches that fail one after another until the group gives up (contract 3.7). */
export const mostFailures = 3;

/** Members that are coming up or in service. */
export const live = ({ members }: AsgRecord): Member[] => members.filter(({ state }) => state !== 'terminating');

/** Whether a moment lies behind; one that is not named does. */
export const isPast = (moment: string | null, now: Date): boolean =>
  moment === null || Date.parse(moment) <= now.getTime();

/** Members from before the last refresh, which are to be replaced. */
export const outdated = (group: AsgRecord): Member[] => live(group).filter(({ epoch }) => epoch < group.epoch);

/** Whether nothing is under way and the group has what it should have. */
export function isSettled(group: AsgRecord): boolean {
  const { members, desired_capacity, load_balancer_id } = group;
  return (
    members.length === desired_capacity &&
    members.every(({ state, balancer }) => state === 'in_service' && balancer === load_balancer_id) &&
    outdated(group).length === 0
  );
}

/** Seconds that a machine may be out of its host's sight before it is replaced: a host that starts anew has it back sooner. */
const patience = 120;

const down = new Set(['stopping', 'stopped', 'error']);

/** The members as their instances now are; those that are gone, or were taken out of the group, are left out. */
export const observed = (situation: Situation): Member[] =>
  situation.group.members.flatMap((member) => {
    const record = situation.instances.get(member.instance_id);
    if (!record || record.status === 'terminated' || record.asg_id !== situation.group.id) return [];
    return [look(situation, member, record)];
  });

function look(situation: Situation, member: Member, record: InstanceRecord): Member {
  if (member.state === 'terminating') return member;
  if (record.status === 'terminating') return { ...member, state: 'terminating', healthy: false, leaves_at: null };
  const now = rfc3339(situation.now);
  if (member.state === 'pending') {
    return record.status === 'running' ? { ...member, state: 'in_service', healthy: true, in_service_at: now } : member;
  }
  const unseen = isUnseen(record) ? (member.unwell_since ?? now) : null;
  return {
    ...member,
    unwell_since: unseen,
    healthy: unseen === null && ailment(situation, member, record) === undefined,
  };
}

/** Running as far as is known, and out of sight of its host. */
const isUnseen = ({ status, ssh_ready, status_reason }: InstanceRecord) =>
  status === 'running' && !ssh_ready && status_reason !== null;

/** Why a member is to be replaced, in words; undefined for one that does well, or may yet. */
export function ailment(
  { group, balancer, now }: Situation,
  member: Member,
  record: InstanceRecord | undefined,
): string | undefined {
  if (!record || member.state === 'terminating') return undefined;
  if (down.has(record.status)) return `is ${record.status === 'error' ? 'in error' : record.status}`;
  if (member.state === 'pending') return undefined;
  if (member.unwell_since && isPast(after(member.unwell_since, patience), now)) {
    return record.status_reason ?? 'does not answer';
  }
  const { type, grace_period_seconds } = group.health_check;
  if (type !== 'load_balancer' || !isPast(after(member.in_service_at, grace_period_seconds), now)) return undefined;
  const health = balancer?.health[member.instance_id];
  return health?.health === 'unhealthy' ? `is unhealthy to ${balancer?.id} (${health.reason})` : undefined;
}

const after = (moment: string | null, seconds: number): string | null =>
  moment && rfc3339(new Date(Date.parse(moment) + seconds * 1000));
