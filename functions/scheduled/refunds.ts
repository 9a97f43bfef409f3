import { checkRefunds } from '#lib/domain/billing/topups/reconcile.ts';
import { scheduledTask } from '#lib/edge/task.ts';

/** Every hour: asks the payment gateway for refunds that no webhook reported. */
export const handler = scheduledTask('refundsSchedule', checkRefunds);
