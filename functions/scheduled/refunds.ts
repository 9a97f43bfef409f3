import { checkRefunds } from '#lib/domain/billing/topups/reconcile.ts';
import { scheduledTask } from '#lib/edge/scheduled-task.ts';

/** Every hour: asks the payment gateway for refunds of which nobody told us. */
export const handler = scheduledTask('refundsSchedule', checkRefunds);
