import * as z from 'zod';
import { redeliverWebhook } from '#lib/domain/platform/webhooks/deliveries.ts';
import { route } from '#lib/edge/route.ts';
import { id } from '#lib/model/platform/common.ts';
import { delivery } from '#lib/model/platform/webhook.ts';

/**
 * Sends the event of a delivery to its webhook again at once, and returns the new delivery. Bodies are kept for 30
 * days.
 */
export const handler = route(
  {
    name: 'redeliverWebhook',
    action: 'notifications:RedeliverWebhook',
    resource: ({ id }) => `webhook/${id}`,
    params: z.strictObject({ id: id('webhook'), delivery_id: id('delivery') }),
    versioned: true,
    reply: delivery,
  },
  (context, { params }) => redeliverWebhook(context, params),
);
