import { followRules } from '#lib/domain/compute/autoscaling/follow-rules.ts';
import { scheduledTask } from '#lib/edge/task.ts';

/** Every minute: resizes instances by their autoscale rules. */
export const handler = scheduledTask('autoscaleSchedule', followRules);
