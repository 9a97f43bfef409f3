import * as z from 'zod';
import { currency, id, stamps, statusReason, timestamp } from '#lib/model/platform/common.ts';

/** The order of a top-up (contract 2, contract 3.9). `amount_paise` is what the wallet is credited, before GST. */
export const order = z.strictObject({
  id: id('order').meta({ readOnly: true }),
  order_id: id('order').describe("The order's id again."),
  ...stamps,
  status: z
    .enum(['created', 'attempted', 'paid', 'failed', 'expired', 'refunded'])
    .describe('The state of the order. Only `paid` has credited the wallet.')
    .meta({ example: 'created' }),
  status_reason: statusReason,
  allowed_actions: z.array(z.string()).describe('What the caller may do with the order now.').meta({ example: [] }),
  amount_paise: z.int().describe('What the wallet is credited, in paise before GST.').meta({ example: 100000 }),
  tax_paise: z.int().describe('GST on the amount, in paise.').meta({ example: 18000 }),
  total_paise: z.int().describe('What the customer pays, in paise.').meta({ example: 118000 }),
  currency,
  gateway: z.literal('razorpay').describe('The payment gateway.'),
  gateway_order_id: z
    .string()
    .describe("The order's id at the payment gateway.")
    .meta({ example: 'order_NkQ2m8pXyZ1abc' }),
  gateway_payment_id: z
    .string()
    .nullable()
    .describe("The payment's id at the gateway; null until it is paid.")
    .meta({ example: null }),
  checkout: z
    .strictObject({
      key_id: z
        .string()
        .describe("The public key of the merchant, which Razorpay's checkout takes as `key`.")
        .meta({ example: 'rzp_live_1DP5mmOlF5G5ag' }),
      order_id: z.string().describe("The order's id at the payment gateway.").meta({ example: 'order_NkQ2m8pXyZ1abc' }),
      amount_paise: z.int().describe('What the customer pays, in paise.').meta({ example: 118000 }),
      currency,
      name: z.string().describe('The name of the merchant.').meta({ example: 'Example Cloud' }),
      description: z.string().describe('What the payment is for.').meta({ example: 'Wallet top-up' }),
      prefill: z
        .strictObject({
          email: z.string().describe("The customer's e-mail address.").meta({ example: 'asha@example.in' }),
        })
        .describe('The fields that the checkout fills in.'),
      url: z
        .string()
        .nullable()
        .describe('A page on which to pay the order; null if the gateway has none.')
        .meta({ example: null }),
    })
    .describe('The data that a checkout needs.'),
  expires_at: timestamp.describe('When an unpaid order expires, in UTC.').meta({ example: '2026-11-21T04:40:00Z' }),
  paid_at: timestamp.nullable().describe('When it was paid, in UTC; null before.').meta({ example: null }),
  invoice_id: id('invoice').nullable().describe('The invoice of the payment; null before.').meta({ example: null }),
});
export type Order = z.infer<typeof order>;

/** ₹100 to ₹5,00,000. */
export const topupInput = z.strictObject({
  amount_paise: z
    .int()
    .min(10_000)
    .max(50_000_000)
    .describe('The amount to credit to the wallet, in paise before GST: ₹100 to ₹5,00,000.')
    .meta({ example: 100000 }),
});

/** What a checkout returns as proof of payment. */
export const paymentProof = z.strictObject({
  gateway_payment_id: z
    .string()
    .regex(/^pay_[A-Za-z0-9]{1,40}$/, 'must be a payment id of the gateway: pay_…')
    .describe("The payment's id, as the checkout returned it.")
    .meta({ example: 'pay_NkQ9d3pXyZ1abc' }),
  signature: z
    .string()
    .min(1)
    .max(256)
    .describe('The signature that the checkout returned with the payment.')
    .meta({ example: '9ef4dffbfd84f1318f6739a3ce19f9d85851857ae648f114332d8401e0949a3d' }),
});
