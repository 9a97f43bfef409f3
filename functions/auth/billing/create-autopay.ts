import { createAutopay } from '#lib/domain/billing/autopay/manage.ts';
import { route } from '#lib/edge/route.ts';
import { mandate, mandateInput } from '#lib/model/billing/mandate.ts';

/**
 * Creates a mandate for automatic top-ups of at most ₹15,000 with GST. Set it up next. 409 while there is another.
 */
export const handler = route(
  {
    name: 'createAutopay',
    action: 'billing:CreateAutopay',
    resource: () => 'autopay',
    created: (_, { id }) => `mandate/${id}`,
    body: mandateInput,
    reply: mandate,
    etag: 'always',
    status: 201,
  },
  (context, { body }) => createAutopay(context, body),
);
