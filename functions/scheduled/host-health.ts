import { checkHosts } from '#lib/domain/compute/hosts/health.ts';
import { scheduledTask } from '#lib/edge/task.ts';

/** Every minute: marks the machines of hosts that have fallen silent. */
export const handler = scheduledTask('hostHealthSchedule', checkHosts);
