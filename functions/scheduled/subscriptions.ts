import { checkSubscriptions } from '#lib/domain/billing/subscriptions/check.ts';
import { scheduledTask } from '#lib/edge/scheduled-task.ts';

/** Every minute: asks the payment gateway about subscriptions that are to be paid, or whose period is over. */
export const handler = scheduledTask('subscriptionsSchedule', checkSubscriptions);
