import type { Context } from '#lib/domain/platform/context.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import type { Webhook, WebhookChange } from '#lib/model/platform/webhook.ts';
import { changeWebhook, webhookVersion } from '#lib/store/platform/webhooks.ts';
import { checkReading, checkUrl, findWebhook, toWebhook } from './resource.ts';

/**
 * Changes a webhook; `status: active` enables it after failures. 400 for a URL that events are never sent to; 403 where
 * the URL or the types change and the caller may not read the data of those types; 404 where there is none.
 */
export function updateWebhook(context: Context, { id, ...change }: WebhookChange & { id: string }): Promise<Webhook> {
  return retryOnConflict(async () => {
    const found = await findWebhook(context, id);
    const { webhook } = found;
    const version = webhookVersion(webhook);
    context.match(version);
    if (change.url !== undefined) checkUrl(change.url);
    const types = change.event_types ?? webhook.event_types;
    if (change.url !== undefined || change.event_types !== undefined) await checkReading(context, types);
    const enabled = change.status === 'active' && webhook.status === 'disabled';
    const next = {
      ...webhook,
      ...Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)),
      ...(enabled && { failures: 0 }),
      ...(change.status !== undefined && { status_reason: null }),
      version: version + 1,
      updated_at: rfc3339(context.now),
    };
    return context.commit({
      writes: [changeWebhook(webhook, next)],
      reply: toWebhook({ ...found, webhook: next }),
      version: version + 1,
    });
  });
}
