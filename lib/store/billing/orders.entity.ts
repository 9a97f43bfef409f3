import * as z from 'zod';
import { invoiceSnapshot } from '#lib/model/billing/invoice.ts';
import { order } from '#lib/model/billing/order.ts';
import { entity } from '#lib/store/entity.ts';

/** A credited payment of an order; an order usually has one. */
export const creditedPayment = z.strictObject({
  id: z.string(),
  invoice_id: z.string(),
  paid_at: z.string(),
  refunded_paise: z.number(),
});

/** The order of a top-up. Amounts, taxes and parties are as of its creation. */
export const orderRecord = z.strictObject({
  id: z.string(),
  account_id: z.string(),
  status: order.shape.status,
  status_reason: z.string().nullable(),
  amount_paise: z.number(),
  taxes: z.strictObject({
    cgst_paise: z.number(),
    sgst_paise: z.number(),
    igst_paise: z.number(),
  }),
  total_paise: z.number(),
  recipient: invoiceSnapshot.shape.recipient,
  place_of_supply: z.string(),
  gateway: z.literal('razorpay'),
  gateway_order_id: z.string(),
  checkout: order.shape.checkout,
  expires_at: z.string(),
  payments: z.array(creditedPayment),
  /** The gateway's ids of settled refunds. */
  refunds: z.array(z.string()),
  /** When the gateway is next asked about it (RFC 3339, civil clock); null after the last check. */
  next_check_at: z.string().nullable(),
  /** What the order pays for if it is not a plain top-up: a month of a plan. */
  purpose: z.string().exactOptional(),
  version: z.number(),
  created_at: z.string(),
  updated_at: z.string(),
});

/** The account and order that an order of the gateway belongs to. */
export const orderRef = z.strictObject({
  account_id: z.string(),
  order_id: z.string(),
});

/** The same for an order that pays for a subscription. */
const subscriptionRef = z.strictObject({
  ...orderRef.shape,
  plan_id: z.string(),
  price_paise: z.number(),
  gateway_subscription_id: z.string(),
});

export const entities = {
  order: entity({
    about: 'top-up order',
    pk: 'A#<account>#order',
    sk: '<order>',
    index: { name: 'openOrderIndex', pk: 'OPEN-ORDERS', sk: '<next check>' },
    read: 'show, verify, webhooks; orders schedule',
    version: 'version',
    record: orderRecord,
  }),
  gatewayOrder: entity({
    about: 'gateway order',
    pk: 'GATEWAY#<order>',
    sk: 'ORDER',
    read: 'webhooks (gateway order → order)',
    record: orderRef,
    also: subscriptionRef,
  }),
  seenAtGateway: entity({
    about: 'seen at gateway',
    pk: 'GATEWAY#<what>',
    sk: 'SEEN',
    read: 'webhooks, refunds schedule',
    expires: 'always',
    record: z.strictObject({ ttl: z.number() }),
  }),
  refundCursor: entity({
    about: 'refunds cursor',
    pk: 'GATEWAY#refunds',
    sk: 'CURSOR',
    read: 'refunds schedule',
    record: z.strictObject({
      through: z.string(),
    }),
  }),
};
