import { runAutopay } from '#lib/domain/billing/autopay/run.ts';
import { scheduledTask } from '#lib/edge/scheduled-task.ts';

/** Every minute: debits what was announced a day ago under a mandate, and asks about mandates that wait for their bank. */
export const handler = scheduledTask('autopaySchedule', runAutopay);
