import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { realNow } from '#lib/drivers/clocks/real.ts';
import { newId } from '#lib/model/platform/ids.ts';
import type { EventType } from '#lib/model/platform/webhook.ts';
import { putWebhookEvent } from '#lib/store/platform/deliveries.ts';
import type { Write } from '#lib/store/platform/write.ts';

/** The write that sends an event to the account's webhooks, for the transaction that causes the event. */
export function announce(account_id: string, event_type: EventType, data: object, now: Date): Write {
  const event_id = newId('event', now);
  const body = JSON.stringify({ id: event_id, type: event_type, created_at: rfc3339(now), account_id, data });
  return putWebhookEvent({ event_id, account_id, event_type, body }, realNow().getTime());
}
