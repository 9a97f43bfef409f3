import { activateAutopay } from '#lib/domain/billing/autopay/authorize.ts';
import { route } from '#lib/edge/route.ts';
import { mandate } from '#lib/model/billing/mandate.ts';
import { paymentProof } from '#lib/model/billing/order.ts';

/**
 * Activates a mandate with the payment id and the signature from the checkout. 400 for a forged signature, 409, 410
 * code_expired when the time to authorise it has passed.
 */
export const handler = route(
  {
    name: 'activateAutopay',
    action: 'billing:CreateAutopay',
    resource: () => 'autopay',
    body: paymentProof,
    versioned: true,
    reply: mandate,
    etag: 'always',
  },
  (context, { body }) => activateAutopay(context, body),
);
