import { createTopup } from '#lib/domain/billing/topups/create.ts';
import { route } from '#lib/edge/route.ts';
import { order, topupInput } from '#lib/model/billing/order.ts';

/**
 * Creates an order at the payment gateway for a top-up of ₹100 to ₹5,00,000. GST of 18 % is added: CGST and SGST when
 * the place of supply is the supplier's state, otherwise IGST. 403 email_not_verified; 503 when the gateway does not
 * answer.
 */
export const handler = route(
  {
    name: 'createTopup',
    action: 'billing:CreateTopup',
    resource: () => 'wallet',
    created: (_, { id }) => `order/${id}`,
    body: topupInput,
    verified: true,
    reply: order,
    status: 201,
  },
  (context, { body }) => createTopup(context, body),
);
