import * as z from 'zod';
import { testWebhook } from '#lib/domain/platform/webhooks/deliveries.ts';
import { route } from '#lib/edge/route.ts';
import { id } from '#lib/model/platform/common.ts';
import { delivery } from '#lib/model/platform/webhook.ts';

/** Sends a webhook an event of type `webhook.test` at once, and returns the delivery. */
export const handler = route(
  {
    name: 'testWebhook',
    action: 'notifications:TestWebhook',
    resource: ({ id }) => `webhook/${id}`,
    params: z.strictObject({ id: id('webhook') }),
    versioned: true,
    reply: delivery,
    status: 201,
    spends: true,
  },
  (context, { params }) => testWebhook(context, params),
);
