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
