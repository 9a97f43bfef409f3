import { expireInstances } from '#lib/domain/compute/operations/expiry.ts';
import { scheduledTask } from '#lib/edge/task.ts';

/**
 * Every minute: terminates expired instances, deletes expired snapshots, and announces certificates that expire soon.
 */
export const handler = scheduledTask('expirySchedule', expireInstances);
