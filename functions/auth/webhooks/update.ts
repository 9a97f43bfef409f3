import * as z from 'zod';
import { updateWebhook } from '#lib/domain/platform/webhooks/update.ts';
import { route } from '#lib/edge/route.ts';
import { id } from '#lib/model/platform/common.ts';
import { webhook, webhookChange } from '#lib/model/platform/webhook.ts';

/**
 * Changes a webhook's URL, description, event types or status; `active` enables one that failures disabled. To set a
 * new URL or new types, the caller needs the rights to read the data of the types.
 */
export const handler = route(
  {
    name: 'updateWebhook',
    action: 'notifications:UpdateWebhook',
    resource: ({ id }) => `webhook/${id}`,
    params: z.strictObject({ id: id('webhook') }),
    body: webhookChange,
    versioned: true,
    dryRun: true,
    reply: webhook,
    etag: 'always',
  },
  (context, { params, body }) => updateWebhook(context, { ...body, ...params }),
);
