import { sendWebhookEvents } from '#lib/domain/platform/webhooks/send.ts';
import { scheduledTask } from '#lib/edge/task.ts';

/** Every minute: tells webhooks what happened, and tries again what failed. */
export const handler = scheduledTask('webhooksSchedule', sendWebhookEvents);
