import { checkSubscriptions } from '#lib/domain/billing/subscriptions/tick.ts';
import { tick } from '#lib/edge/tick.ts';

/** Every minute: asks the payment gateway about subscriptions that are to be paid, or whose period is over. */
export const handler = tick('subscriptionsTick', checkSubscriptions);
