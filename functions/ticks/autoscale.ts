import { followRules } from '#lib/domain/compute/autoscaling/tick.ts';
import { tick } from '#lib/edge/tick.ts';

/** Every minute: resizes the instances whose autoscale rule says so. */
export const handler = tick('autoscaleTick', followRules);
