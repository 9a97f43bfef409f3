import * as z from 'zod';
import { currency, id, stamps, statusReason, timestamp } from '#lib/model/platform/common.ts';

/** The maximum of one debit without the customer's consent to it (RBI e-mandate framework): ₹15,000. */
const mostPaise = 1_500_000;

/** A mandate for automatic top-ups of the wallet (contract 2, contract 3.10). */
export const mandate = z.strictObject({
  id: id('mandate').meta({ readOnly: true }),
  ...stamps,
  status: z
    .enum(['created', 'pending_authorization', 'active', 'paused', 'rejected', 'cancelled', 'expired', 'failed'])
    .describe('The state of the mandate; debits happen while it is `active`.')
    .meta({ example: 'active' }),
  status_reason: statusReason,
  allowed_actions: z
    .array(z.string())
    .describe('What the caller may do with the mandate now.')
    .meta({ example: ['pause', 'update', 'cancel'] }),
  method: z
    .enum(['upi', 'card', 'enach'])
    .describe('How the customer pays: UPI Autopay, a card, or eNACH from a bank account.')
    .meta({ example: 'upi' }),
  max_amount_paise: z.int().describe('The maximum of one debit with GST, in paise.').meta({ example: 1500000 }),
  topup_amount_paise: z
    .int()
    .describe('The amount that each debit adds to the wallet, in paise before GST.')
    .meta({ example: 100000 }),
  threshold_paise: z
    .int()
    .describe('A debit is announced when the balance falls below this, in paise.')
    .meta({ example: 50000 }),
  currency,
  gateway_mandate_id: z
    .string()
    .nullable()
    .describe("The mandate's id at the payment gateway; null before it is set up.")
    .meta({ example: 'token_NkQ2m8pXyZ1abc' }),
  next_debit_at: timestamp
    .nullable()
    .describe('When the announced debit happens, in UTC; null where none is announced.')
    .meta({ example: '2026-11-23T04:10:00Z' }),
  next_debit_paise: z
    .int()
    .nullable()
    .describe('The amount of the announced debit with GST, in paise; null where none is announced.')
    .meta({ example: 118000 }),
  next_debit_status: z
    .enum(['notified', 'processing'])
    .nullable()
    .describe('Whether the debit is announced (`notified`) or in progress (`processing`); null if there is none.')
    .meta({ example: 'notified' }),
  valid_until: timestamp.describe('When the mandate expires, in UTC.').meta({ example: '2036-11-21T04:10:00Z' }),
  failure_reason: z
    .string()
    .nullable()
    .describe('Why the last debit failed; null where it did not.')
    .meta({ example: null }),
});
export type Mandate = z.infer<typeof mandate>;

/** The account's mandate, or `none` when it never had one. */
export const mandateOrNone = z.union([
  mandate,
  z.strictObject({ status: z.literal('none').describe('States that the account never had a mandate.') }),
]);

const threshold = z
  .int()
  .min(0)
  .max(50_000_000)
  .describe('A debit is announced when the balance falls below this, in paise.')
  .meta({ example: 50000 });
const topup = z
  .int()
  .min(10_000)
  .max(mostPaise)
  .describe('The amount that each debit adds to the wallet, in paise before GST: ₹100 to ₹15,000.')
  .meta({ example: 100000 });

export const mandateInput = z.strictObject({
  method: z
    .enum(['upi', 'card', 'enach'])
    .describe('How the customer pays: UPI Autopay, a card, or eNACH from a bank account.')
    .meta({ example: 'upi' }),
  threshold_paise: threshold,
  topup_amount_paise: topup,
  max_amount_paise: z
    .int()
    .min(10_000)
    .max(mostPaise)
    .describe('The maximum of one debit with GST, in paise: ₹100 to ₹15,000.')
    .meta({ example: 1500000 }),
});
export type MandateInput = z.infer<typeof mandateInput>;

export const mandateChange = z.strictObject({
  threshold_paise: threshold.optional(),
  topup_amount_paise: topup.optional(),
  paused: z.boolean().optional().describe('Whether debits are suspended.'),
});
export type MandateChange = z.infer<typeof mandateChange>;

/** How a mandate is authorised: a page, if there is one, and the parameters of the gateway's checkout. */
export const authorization = z.strictObject({
  status: z.literal('pending_authorization').describe('States that the customer has not authorised the mandate yet.'),
  authorization: z
    .strictObject({
      url: z
        .string()
        .nullable()
        .describe('A page on which the customer authorises it; null if this happens in the checkout.')
        .meta({ example: 'https://api.razorpay.com/v1/t/subscriptions/sub_NkQ2m8pXyZ1abc' }),
      gateway_token: z
        .string()
        .describe("The data for the gateway's checkout.")
        .meta({ example: 'order_NkQ2m8pXyZ1abc' }),
      expires_at: timestamp
        .describe('The time until which it can be authorised, in UTC.')
        .meta({ example: '2026-11-21T04:40:00Z' }),
    })
    .describe('How the customer authorises it.'),
});
export type Authorization = z.infer<typeof authorization>;
