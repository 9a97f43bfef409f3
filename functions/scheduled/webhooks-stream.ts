import { sendWebhookEvents } from '#lib/domain/platform/webhooks/send.ts';
import { stream } from '#lib/edge/task.ts';

/** Sends events to webhooks as soon as they are committed. Only in the cloud; a laptop is woken instead. */
export const handler = stream('webhooksStream', async () => {
  await sendWebhookEvents();
});
