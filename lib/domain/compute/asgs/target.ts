import { averageOf } from '#lib/domain/compute/metrics/averages.ts';
import type { Step } from './plan.ts';
import { isPast, live, type Situation } from './situation.ts';

/** Seconds over which a metric's mean is taken. */
const meanSeconds = 60;

/** The relative deviation of the mean from the target that does not change the size. */
const tolerance = 0.1;

/**
 * The step that the scaling policy of a settled group asks for; undefined during the cooldown and within the tolerance.
 */
export async function followTarget({ group, instances, now }: Situation): Promise<Step | undefined> {
  const { scaling_policy: policy, scaled_at } = group;
  if (!policy || group.status !== 'active' || !isPast(cooldownEnd(scaled_at, policy.cooldown_seconds), now)) return;
  const means = await Promise.all(
    live(group).map(({ instance_id }) => {
      const record = instances.get(instance_id);
      return record ? averageOf(record, policy.metric, meanSeconds) : null;
    }),
  );
  const { desired, mean } = desiredFor(means, group, policy);
  if (desired === group.desired_capacity) return;
  const why = `${policy.metric} is at ${Math.round(mean)} % of ${means.length} members; the target is ${policy.target_percent} %`;
  return { kind: 'rescale', desired, why };
}

/** When the cooldown after a scaling ends; null where the group was never scaled. */
export const cooldownEnd = (scaledAt: string | null, seconds: number): string | null =>
  scaledAt && new Date(Date.parse(scaledAt) + seconds * 1000).toISOString();

interface Limits {
  min_size: number;
  max_size: number;
  desired_capacity: number;
}

/**
 * The size at which the mean would be at the target. A member without samples counts as idle when the group might grow,
 * and as at the target when it might shrink, so that missing samples never change the size.
 */
export function desiredFor(
  means: readonly (number | null)[],
  { min_size, max_size, desired_capacity }: Limits,
  { target_percent: target, scale_in_enabled }: { target_percent: number; scale_in_enabled: boolean },
): { desired: number; mean: number } {
  const meanWith = (unknown: number) => means.reduce<number>((sum, mean) => sum + (mean ?? unknown), 0) / means.length;
  const fitting = (mean: number) =>
    Math.max(min_size, Math.min(max_size, Math.ceil(Number(((means.length * mean) / target).toFixed(6)))));
  const same = { desired: desired_capacity, mean: 0 };
  if (means.every((mean) => mean === null)) return same;
  const low = meanWith(0);
  if (low > target * (1 + tolerance)) return { desired: Math.max(desired_capacity, fitting(low)), mean: low };
  const high = meanWith(target);
  if (!scale_in_enabled || high >= target * (1 - tolerance)) return same;
  return { desired: Math.min(desired_capacity, fitting(high)), mean: high };
}
