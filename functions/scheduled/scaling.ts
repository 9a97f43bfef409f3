import { scaleGroups } from '#lib/domain/compute/asgs/scale-groups.ts';
import { scheduledTask } from '#lib/edge/task.ts';

/** Every minute: brings every auto scaling group to its desired state. */
export const handler = scheduledTask('scalingSchedule', scaleGroups);
