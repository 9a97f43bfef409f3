import type { Context } from '#lib/domain/platform/context.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import { returnQuota } from '#lib/store/platform/quotas.ts';
import { removeWebhook, webhookVersion } from '#lib/store/platform/webhooks.ts';
import { findWebhook } from './resource.ts';

/** Deletes a webhook. Its pending deliveries are not sent. 404 where the account has no webhook of this id. */
export function deleteWebhook(context: Context, { id }: { id: string }): Promise<{ id: string; deleted: true }> {
  return retryOnConflict(async () => {
    const { webhook } = await findWebhook(context, id);
    context.match(webhookVersion(webhook));
    return context.commit({
      writes: [...removeWebhook(webhook), returnQuota(context.principal.account_id, 'webhooks')],
      reply: { id, deleted: true as const },
    });
  });
}
