import * as z from 'zod';
import { listWebhookDeliveries } from '#lib/domain/platform/webhooks/deliveries.ts';
import { route } from '#lib/edge/route.ts';
import { id } from '#lib/model/platform/common.ts';
import { knownValues, listOf, listQuery } from '#lib/model/platform/lists.ts';
import { delivery } from '#lib/model/platform/webhook.ts';

/** Lists the latest 20 deliveries to a webhook; sort by name sorts by time. */
export const handler = route(
  {
    name: 'listWebhookDeliveries',
    action: 'notifications:ListWebhookDeliveries',
    resource: ({ id }) => `webhook/${id}`,
    params: z.strictObject({ id: id('webhook') }),
    query: listQuery('status', 'event_id', 'event_type')
      .superRefine(knownValues('status', delivery.shape.status.options))
      .superRefine(knownValues('event_type', delivery.shape.event_type.options)),
    reply: listOf('deliveries', delivery),
  },
  (context, { params, query }) => listWebhookDeliveries(context, { ...query, webhook_id: params.id }),
);
