import { endOverdue } from '#lib/domain/compute/operations/deadlines.ts';
import { scheduledTask } from '#lib/edge/task.ts';

/** Every minute: ends overdue operations whose workflow no longer runs. */
export const handler = scheduledTask('deadlinesSchedule', endOverdue);
