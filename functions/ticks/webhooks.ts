import { sendNews } from '#lib/domain/platform/webhooks/send.ts';
import { tick } from '#lib/edge/tick.ts';

/** Every minute: tells webhooks what happened, and tries again what failed. */
export const handler = tick('webhooksTick', sendNews);
