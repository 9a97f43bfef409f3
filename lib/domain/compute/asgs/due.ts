import { isBusy } from './reconcile.ts';
import { isPast, live, type Situation } from './situation.ts';
import { cooldownEnd } from './target.ts';

/** When a group next has something to do that only time brings about (civil clock, milliseconds); Infinity for never. */
export function dueOf({ group, now }: Situation): number {
  const { scaling_policy: policy, health_check, scaled_at, retry_at } = group;
  const grace = health_check.type === 'load_balancer' ? health_check.grace_period_seconds : undefined;
  const moments = [
    isBusy(group) ? retry_at : null,
    policy && cooldownEnd(scaled_at, policy.cooldown_seconds),
    ...group.members.map(({ leaves_at }) => leaves_at),
    ...live(group).map(({ in_service_at }) => (grace === undefined ? null : cooldownEnd(in_service_at, grace))),
  ];
  const ahead = moments.flatMap((moment) => (moment ? [Date.parse(moment)] : [])).filter((at) => at > now.getTime());
  return Math.min(...ahead);
}

/** Whole seconds until a group that is under way goes on, where it waits for that moment alone; 0 where it does not. */
export function waitOf(situation: Situation): number {
  const { group, now } = situation;
  const waits = group.members.every(
    ({ state, leaves_at }) => state === 'in_service' || (state === 'terminating' && !isPast(leaves_at, now)),
  );
  const due = dueOf(situation);
  return waits && Number.isFinite(due) ? Math.ceil((due - now.getTime()) / 1000) : 0;
}
