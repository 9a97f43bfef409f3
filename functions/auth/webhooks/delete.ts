import * as z from 'zod';
import { deleteWebhook } from '#lib/domain/platform/webhooks/delete.ts';
import { route } from '#lib/edge/route.ts';
import { deleted, id } from '#lib/model/platform/common.ts';

/** Deletes a webhook; its pending deliveries are not sent. */
export const handler = route(
  {
    name: 'deleteWebhook',
    action: 'notifications:DeleteWebhook',
    resource: ({ id }) => `webhook/${id}`,
    params: z.strictObject({ id: id('webhook') }),
    versioned: true,
    dryRun: true,
    reply: z.strictObject({ id: id('webhook'), deleted }),
  },
  (context, { params }) => deleteWebhook(context, params),
);
