import { expireInstances } from '#lib/domain/compute/operations/expiry.ts';
import { scheduledTask } from '#lib/edge/task.ts';

/** Every minute: terminates the instances and deletes the snapshots whose time is over, and tells of certificates. */
export const handler = scheduledTask('expirySchedule', expireInstances);
