import * as z from 'zod';
import { receiveGatewayWebhook } from '#lib/domain/billing/topups/receive.ts';
import { route } from '#lib/edge/route.ts';

/**
 * Receives an event of the payment gateway, signed over the bytes of the body in X-Razorpay-Signature. Events may
 * arrive in any order, and repeatedly. 401 invalid_signature where the signature is not the gateway's.
 */
export const handler = route(
  {
    name: 'receiveGatewayWebhook',
    action: null,
    resource: () => 'wallet',
    params: z.strictObject({ gateway: z.literal('razorpay').describe('The payment gateway that sends the event.') }),
    query: z.looseObject({}),
    body: z.looseObject({}),
    reply: z.strictObject({ received: z.literal(true).describe('States that the event was accepted.') }),
    public: true,
    unlimited: true,
    verbatim: true,
  },
  (context) => receiveGatewayWebhook(context),
);
