import { isBusy } from './reconcile.ts';
import { live, type Situation } from './situation.ts';
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
