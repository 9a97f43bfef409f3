import { placeAllEvents } from '#lib/domain/platform/activity/place-all.ts';
import { sendWebhookEvents } from '#lib/domain/platform/webhooks/send.ts';
import { placing } from '#lib/edge/placing.ts';
import { scheduledTask } from '#lib/edge/task.ts';

/** Every minute: sends webhooks the events that were not sent at once, and retries failed deliveries. */
export const handler = scheduledTask('webhooksSchedule', async () => {
  await placeAllEvents(placing);
  return sendWebhookEvents();
});
