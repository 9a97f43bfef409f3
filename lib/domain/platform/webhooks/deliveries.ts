import type { Context } from '#lib/domain/platform/context.ts';
import { pageOf } from '#lib/domain/platform/lists.ts';
import { civilNow, rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { realNow } from '#lib/drivers/clocks/real.ts';
import { ApiError, notFound } from '#lib/model/platform/errors.ts';
import { newId } from '#lib/model/platform/ids.ts';
import type { ListQuery } from '#lib/model/platform/lists.ts';
import { type Delivery, testType } from '#lib/model/platform/webhook.ts';
import { getDelivered } from '#lib/store/platform/deliveries.ts';
import { webhookVersion } from '#lib/store/platform/webhooks.ts';
import { sendOnce } from './deliver.ts';
import { findWebhook, toDeliveries } from './resource.ts';

/** One page of the last deliveries to a webhook. 404 where the account has no webhook of this id. */
export async function listWebhookDeliveries(
  context: Context,
  { webhook_id, ...query }: ListQuery & { webhook_id: string },
): Promise<{ deliveries: Delivery[]; next_cursor: string }> {
  const { log } = await findWebhook(context, webhook_id);
  const deliveries = toDeliveries(log).map((each) => ({ ...each, created_at: each.at }));
  const { items, next_cursor } = await pageOf(context, `delivery of ${webhook_id}`, query, deliveries, {
    label: 'created_at',
  });
  return { deliveries: items.map(({ created_at: _, ...delivery }) => delivery), next_cursor };
}

/**
 * Sends the event of a delivery to its webhook again, now, whatever its outcome was, and returns the new delivery. The
 * address is checked again. 404 for an unknown delivery, and where its body is no longer kept; 409 for a disabled
 * webhook.
 */
export async function redeliverWebhook(
  context: Context,
  { id, delivery_id }: { id: string; delivery_id: string },
): Promise<Delivery> {
  const found = await findWebhook(context, id);
  context.match(webhookVersion(found.webhook));
  const delivery = toDeliveries(found.log).find((each) => each.id === delivery_id);
  if (!delivery) throw notFound('delivery', delivery_id);
  const event = await getDelivered(context.principal.account_id, id, delivery.event_id);
  if (!event) throw new ApiError('not_found', `delivery ${delivery_id}: the body of its event is no longer kept`);
  refuseDisabled(found.revoked || found.webhook.status !== 'active', id);
  await context.claimed();
  return context.commit({ writes: [], reply: await sendOnce(context.principal.account_id, id, event) });
}

/**
 * Sends a webhook an event of type webhook.test, now, and returns the delivery. 404 where the account has no webhook of
 * this id, 409 for a disabled one.
 */
export async function testWebhook(context: Context, { id }: { id: string }): Promise<Delivery> {
  const { account_id } = context.principal;
  const found = await findWebhook(context, id);
  context.match(webhookVersion(found.webhook));
  refuseDisabled(found.revoked || found.webhook.status !== 'active', id);
  await context.claimed();
  const event_id = newId('event', realNow());
  const data = { webhook_id: id };
  const created_at = rfc3339(civilNow());
  const body = JSON.stringify({ id: event_id, type: testType, created_at, account_id, data });
  const event = { event_id, account_id, event_type: testType, body } as const;
  return context.commit({ writes: [], reply: await sendOnce(account_id, id, event) });
}

function refuseDisabled(disabled: boolean, id: string): void {
  if (disabled) throw new ApiError('wrong_state', `webhook ${id} is disabled; PATCH its status to active first`);
}
