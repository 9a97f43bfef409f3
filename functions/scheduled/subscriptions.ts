import { checkSubscriptions } from '#lib/domain/billing/subscriptions/check.ts';
import { scheduledTask } from '#lib/edge/task.ts';

/** Every minute: asks the payment gateway about subscriptions that are due for a check. */
export const handler = scheduledTask('subscriptionsSchedule', checkSubscriptions);
