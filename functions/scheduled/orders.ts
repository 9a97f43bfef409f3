import { checkOrders } from '#lib/domain/billing/topups/reconcile.ts';
import { scheduledTask } from '#lib/edge/task.ts';

/** Every minute: asks the payment gateway about orders that are due for a check, and lets unpaid orders expire. */
export const handler = scheduledTask('ordersSchedule', checkOrders);
