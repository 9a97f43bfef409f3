import { listWebhooks } from '#lib/domain/platform/webhooks/list.ts';
import { route } from '#lib/edge/route.ts';
import { knownValues, listOf, listQuery } from '#lib/model/platform/lists.ts';
import { webhook } from '#lib/model/platform/webhook.ts';

/** Lists the account's webhooks, each with its latest deliveries; sort by name sorts by URL. */
export const handler = route(
  {
    name: 'listWebhooks',
    action: 'notifications:ListWebhooks',
    resource: () => 'webhook/*',
    query: listQuery('url', 'status').superRefine(knownValues('status', webhook.shape.status.options)),
    reply: listOf('webhooks', webhook),
  },
  (context, { query }) => listWebhooks(context, query),
);
