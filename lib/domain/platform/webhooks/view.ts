import type { Webhook } from '#lib/model/platform/webhook.ts';
import type { Logged } from '#lib/store/platform/webhooks.ts';

const revocation = "revoked when the owner of the account's address set a new password; delete it and make a new one";

/** A webhook as replies show it: without what signs. */
export function toWebhook({ webhook, log, revoked }: Logged): Webhook {
  return {
    id: webhook.id,
    account_id: webhook.account_id,
    url: webhook.url,
    description: webhook.description,
    event_types: webhook.event_types,
    status: revoked ? 'disabled' : webhook.status,
    status_reason: revoked ? revocation : webhook.status_reason,
    allowed_actions: [],
    deliveries: log.attempts,
    created_at: webhook.created_at,
    updated_at: webhook.updated_at,
  };
}
