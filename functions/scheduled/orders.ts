import { checkOrders } from '#lib/domain/billing/topups/reconcile.ts';
import { scheduledTask } from '#lib/edge/scheduled-task.ts';

/** Every minute: asks the payment gateway about orders of which nobody told us, and lets those expire that nobody paid. */
export const handler = scheduledTask('ordersSchedule', checkOrders);
