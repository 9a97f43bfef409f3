import type { Context } from '#lib/domain/platform/context.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { realNow } from '#lib/drivers/clocks/real.ts';
import { newOpaqueToken } from '#lib/drivers/tokens/opaque.ts';
import { newId } from '#lib/model/platform/ids.ts';
import type { NewWebhook, WebhookInput } from '#lib/model/platform/webhook.ts';
import { takeQuota } from '#lib/store/platform/quotas.ts';
import { putWebhook, type WebhookRecord } from '#lib/store/platform/webhooks.ts';
import { checkReading, checkUrl, readablePatterns, sealSecret, toWebhook } from './resource.ts';

/**
 * Creates a webhook, to which the account's events are sent. Only this reply shows the secret that signs them. 400 for
 * a URL that events are never sent to, 403 for event types whose data the caller may not read, and over quota.
 */
export function createWebhook(context: Context, input: WebhookInput): Promise<NewWebhook> {
  checkUrl(input.url);
  return retryOnConflict(async () => {
    const { account_id, account_generation } = context.principal;
    if (input.event_types) await checkReading(context, input.event_types);
    const event_types = input.event_types ?? (await readablePatterns(context));
    const id = newId('webhook', context.now);
    const secret = newOpaqueToken('whsec');
    const at = rfc3339(context.now);
    const webhook: WebhookRecord = {
      id,
      account_id,
      ...input,
      event_types,
      secret: await sealSecret(secret, { account_id, id }),
      since: realNow().getTime(),
      status: 'active',
      status_reason: null,
      failures: 0,
      account_generation,
      version: 1,
      created_at: at,
      updated_at: at,
    };
    return context.commit({
      writes: [takeQuota(account_id, 'webhooks'), putWebhook(webhook)],
      reply: { ...toWebhook({ webhook, log: { attempts: [], version: 0 }, revoked: false }), secret },
      version: 1,
    });
  });
}
