import * as z from 'zod';
import { verifyOrder } from '#lib/domain/billing/topups/verify.ts';
import { route } from '#lib/edge/route.ts';
import { order, paymentProof } from '#lib/model/billing/order.ts';
import { id } from '#lib/model/platform/common.ts';

/**
 * Credits a paid order at once, with the payment id and the signature from the checkout; a webhook of the gateway may
 * already have done so. 400 for a signature that is not the gateway's, 409 for a payment that failed or has another
 * amount.
 */
export const handler = route(
  {
    name: 'verifyOrder',
    action: 'billing:CreateTopup',
    resource: ({ id }) => `order/${id}`,
    params: z.strictObject({ id: id('order') }),
    body: paymentProof,
    versioned: true,
    reply: order,
  },
  (context, { params, body }) => verifyOrder(context, { ...params, ...body }),
);
