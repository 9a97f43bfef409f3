import { checkRefunds } from '#lib/domain/billing/topups/reconcile.ts';
import { tick } from '#lib/edge/tick.ts';

/** Every hour: asks the payment gateway for refunds of which nobody told us. */
export const handler = tick('refundsTick', checkRefunds);
