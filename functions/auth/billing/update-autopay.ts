import { updateAutopay } from '#lib/domain/billing/autopay/manage.ts';
import { route } from '#lib/edge/route.ts';
import { mandate, mandateChange } from '#lib/model/billing/mandate.ts';

/** Changes a mandate's threshold or amount, or pauses it. 404 if there is none, 409 if it has ended. */
export const handler = route(
  {
    name: 'updateAutopay',
    action: 'billing:UpdateAutopay',
    resource: () => 'autopay',
    body: mandateChange,
    versioned: true,
    reply: mandate,
    etag: 'always',
  },
  (context, { body }) => updateAutopay(context, body),
);
