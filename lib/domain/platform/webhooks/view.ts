import type { Webhook } from '#lib/model/platform/webhook.ts';
import type { Logged } from '#lib/store/platform/webhooks.ts';

/** A webhook as replies show it: without what signs. */
export function toWebhook({ webhook, log }: Logged): Webhook {
  return {
    id: webhook.id,
    account_id: webhook.account_id,
    url: webhook.url,
    description: webhook.description,
    event_types: webhook.event_types,
    status: webhook.status,
    status_reason: webhook.status_reason,
    allowed_actions: [],
    deliveries: log.attempts,
    created_at: webhook.created_at,
    updated_at: webhook.updated_at,
  };
}
