import type { Context } from '#lib/domain/platform/context.ts';
import { pageOf } from '#lib/domain/platform/lists.ts';
import type { ListQuery } from '#lib/model/platform/lists.ts';
import type { Webhook } from '#lib/model/platform/webhook.ts';
import { webhooksOf } from '#lib/store/platform/webhooks.ts';
import { toWebhook } from './resource.ts';

/** One page of the account's webhooks with their last deliveries; sort by name sorts by URL. */
export async function listWebhooks(
  context: Context,
  query: ListQuery,
): Promise<{ webhooks: Webhook[]; next_cursor: string }> {
  const { account_id, account_generation } = context.principal;
  const webhooks = (await webhooksOf(account_id, account_generation)).map(toWebhook);
  const { items, next_cursor } = await pageOf(context, 'webhook', query, webhooks, { label: 'url' });
  return { webhooks: items, next_cursor };
}
