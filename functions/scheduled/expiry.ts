import { expireInstances } from '#lib/domain/compute/operations/expiry.ts';
import { scheduledTask } from '#lib/edge/task.ts';

/** Every minute: terminates the instances whose time is over. */
export const handler = scheduledTask('expirySchedule', expireInstances);
