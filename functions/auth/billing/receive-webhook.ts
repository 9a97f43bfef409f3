import * as z from 'zod';
import { receiveGatewayWebhook } from '#lib/domain/billing/topups/receive.ts';
import { route } from '#lib/edge/route.ts';

/**
 * What the payment gateway tells of its own accord, signed over the body's bytes in X-Razorpay-Signature; the same event
 * any number of times, and events in any order. 401 where the signature is not the gateway's.
 */
export const handler = route(
  {
    name: 'receiveGatewayWebhook',
    action: null,
    resource: () => 'wallet',
    params: z.strictObject({ gateway: z.literal('razorpay') }),
    query: z.looseObject({}),
    body: z.looseObject({}),
    reply: z.strictObject({ received: z.literal(true) }),
    public: true,
    unlimited: true,
    verbatim: true,
  },
  (context) => receiveGatewayWebhook(context),
);
