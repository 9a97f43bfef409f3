import type { Context } from '#lib/domain/platform/context.ts';
import { notFound } from '#lib/model/platform/errors.ts';
import { returnQuota } from '#lib/store/platform/quotas.ts';
import { removeWebhook } from '#lib/store/platform/webhooks.ts';

/** Deletes a webhook. Its pending deliveries are not sent. 404 where the account has no webhook of this id. */
export function deleteWebhook(context: Context, { id }: { id: string }): Promise<{ id: string; deleted: true }> {
  const { account_id } = context.principal;
  return context.commit({
    writes: [...removeWebhook({ account_id, id }, () => notFound('webhook', id)), returnQuota(account_id, 'webhooks')],
    reply: { id, deleted: true as const },
  });
}
