import { sendWebhookEvents } from '#lib/domain/platform/webhooks/send.ts';
import { stream } from '#lib/edge/task.ts';

/** As soon as events are there for webhooks: sends them. In the cloud alone; a laptop has a wakeup for that. */
export const handler = stream('webhooksStream', async () => {
  await sendWebhookEvents();
});
