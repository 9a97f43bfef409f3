import { sendOutbox } from '#lib/domain/platform/operations/outbox.ts';
import { scheduledTask } from '#lib/edge/task.ts';

/** Every minute: starts the workflows that a crash prevented from starting. */
export const handler = scheduledTask('outboxSchedule', sendOutbox);
