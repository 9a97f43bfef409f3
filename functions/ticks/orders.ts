import { checkOrders } from '#lib/domain/billing/topups/reconcile.ts';
import { tick } from '#lib/edge/tick.ts';

/** Every minute: asks the payment gateway about orders of which nobody told us, and lets those expire that nobody paid. */
export const handler = tick('ordersTick', checkOrders);
