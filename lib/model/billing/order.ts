import * as z from 'zod';
import { id, stamps, timestamp } from '#lib/model/platform/common.ts';

/** The order of a top-up (contract 2, contract 3.9). `amount_paise` is what the wallet is credited, before GST. */
export const order = z.strictObject({
  id: id('order'),
  order_id: id('order'),
  ...stamps,
  status: z.enum(['created', 'attempted', 'paid', 'failed', 'expired', 'refunded']),
  status_reason: z.string().nullable(),
  allowed_actions: z.array(z.string()),
  amount_paise: z.int(),
  tax_paise: z.int(),
  total_paise: z.int(),
  currency: z.literal('INR'),
  gateway: z.literal('razorpay'),
  gateway_order_id: z.string(),
  gateway_payment_id: z.string().nullable(),
  /**
   * What a checkout needs. Razorpay's checkout takes `key_id` as `key`. `url` is a page that pays the order, or null.
   */
  checkout: z.strictObject({
    key_id: z.string(),
    order_id: z.string(),
    amount_paise: z.int(),
    currency: z.literal('INR'),
    name: z.string(),
    description: z.string(),
    prefill: z.strictObject({ email: z.string() }),
    url: z.string().nullable(),
  }),
  expires_at: timestamp,
  paid_at: timestamp.nullable(),
  invoice_id: id('invoice').nullable(),
});
export type Order = z.infer<typeof order>;

/** ₹100 to ₹5,00,000. */
export const topupInput = z.strictObject({ amount_paise: z.int().min(10_000).max(50_000_000) });

/** What a checkout returns as proof of payment. */
export const paymentProof = z.strictObject({
  gateway_payment_id: z.string().regex(/^pay_[A-Za-z0-9]{1,40}$/, 'must be a payment id of the gateway: pay_…'),
  signature: z.string().min(1).max(256),
});
