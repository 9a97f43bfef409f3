import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { realNow } from '#lib/drivers/clocks/real.ts';
import { secretBox } from '#lib/drivers/secrets/secret-box.ts';
import { newId } from '#lib/model/platform/ids.ts';
import type { EventType, Webhook } from '#lib/model/platform/webhook.ts';
import { putWebhookEvent } from '#lib/store/platform/deliveries.ts';
import type { Logged } from '#lib/store/platform/webhooks.ts';
import type { Write } from '#lib/store/platform/write.ts';

const revocation = "revoked when the owner of the account's address set a new password; delete it and make a new one";

/** A webhook as replies show it, without its secret. */
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

interface Owner {
  account_id: string;
  id: string;
}

const sealedFor = ({ account_id, id }: Owner) => `webhook:${account_id}:${id}`;

/** Seals a webhook's secret for the table. */
export const sealSecret = (secret: string, owner: Owner): Promise<string> => secretBox.seal(secret, sealedFor(owner));

/** Opens the secret that signs a webhook's deliveries. */
export const openSecret = (owner: Owner & { secret: string }): Promise<string> =>
  secretBox.open(owner.secret, sealedFor(owner));

/** The write that sends an event to the account's webhooks, for the transaction that causes the event. */
export function announce(account_id: string, event_type: EventType, data: object, now: Date): Write {
  const event_id = newId('event', now);
  const body = JSON.stringify({ id: event_id, type: event_type, created_at: rfc3339(now), account_id, data });
  return putWebhookEvent({ event_id, account_id, event_type, body }, realNow().getTime());
}
