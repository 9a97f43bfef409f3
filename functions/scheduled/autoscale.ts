import { followRules } from '#lib/domain/compute/autoscaling/follow-rules.ts';
import { scheduledTask } from '#lib/edge/task.ts';

/** Every minute: resizes the instances whose autoscale rule says so. */
export const handler = scheduledTask('autoscaleSchedule', followRules);
