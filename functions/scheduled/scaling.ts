import { scaleGroups } from '#lib/domain/compute/asgs/scale-groups.ts';
import { scheduledTask } from '#lib/edge/task.ts';

/** Every minute: keeps every auto scaling group at what it should be. */
export const handler = scheduledTask('scalingSchedule', scaleGroups);
