import * as z from 'zod';
import { showWebhook } from '#lib/domain/platform/webhooks/resource.ts';
import { route } from '#lib/edge/route.ts';
import { id } from '#lib/model/platform/common.ts';
import { webhook } from '#lib/model/platform/webhook.ts';

/** Shows a webhook, with its latest deliveries. */
export const handler = route(
  {
    name: 'getWebhook',
    action: 'notifications:GetWebhook',
    resource: ({ id }) => `webhook/${id}`,
    params: z.strictObject({ id: id('webhook') }),
    reply: webhook,
    etag: 'always',
  },
  (context, { params }) => showWebhook(context, params),
);
