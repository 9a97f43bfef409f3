import { endOverdue } from '#lib/domain/compute/operations/deadlines.ts';
import { scheduledTask } from '#lib/edge/task.ts';

/** Every minute: ends the operations that no workflow carries on any more. */
export const handler = scheduledTask('deadlinesSchedule', endOverdue);
