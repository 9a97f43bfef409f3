import { runAutopay } from '#lib/domain/billing/autopay/run.ts';
import { scheduledTask } from '#lib/edge/task.ts';

/** Every minute: performs announced debits of mandates that are due, and checks mandates that wait for their bank. */
export const handler = scheduledTask('autopaySchedule', runAutopay);
