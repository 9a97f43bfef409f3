import * as z from 'zod';
import { id, stamps, timestamp } from '#lib/model/platform/common.ts';

/** The maximum of one debit without the customer's consent to it (RBI e-mandate framework): ₹15,000. */
const mostPaise = 1_500_000;

/** A mandate for automatic top-ups of the wallet (contract 2, contract 3.10). */
export const mandate = z.strictObject({
  id: id('mandate'),
  ...stamps,
  status: z.enum([
    'created',
    'pending_authorization',
    'active',
    'paused',
    'rejected',
    'cancelled',
    'expired',
    'failed',
  ]),
  status_reason: z.string().nullable(),
  allowed_actions: z.array(z.string()),
  method: z.enum(['upi', 'card', 'enach']),
  max_amount_paise: z.int(),
  topup_amount_paise: z.int(),
  threshold_paise: z.int(),
  currency: z.literal('INR'),
  gateway_mandate_id: z.string().nullable(),
  /** The announced debit: its time, and its amount with GST. */
  next_debit_at: timestamp.nullable(),
  next_debit_paise: z.int().nullable(),
  next_debit_status: z.enum(['notified', 'processing']).nullable(),
  valid_until: timestamp,
  failure_reason: z.string().nullable(),
});
export type Mandate = z.infer<typeof mandate>;

/** The account's mandate, or `none` when it never had one. */
export const mandateOrNone = z.union([mandate, z.strictObject({ status: z.literal('none') })]);

const threshold = z.int().min(0).max(50_000_000);
const topup = z.int().min(10_000).max(mostPaise);

export const mandateInput = z.strictObject({
  method: z.enum(['upi', 'card', 'enach']),
  threshold_paise: threshold,
  topup_amount_paise: topup,
  max_amount_paise: z.int().min(10_000).max(mostPaise),
});
export type MandateInput = z.infer<typeof mandateInput>;

export const mandateChange = z.strictObject({
  threshold_paise: threshold.optional(),
  topup_amount_paise: topup.optional(),
  paused: z.boolean().optional(),
});
export type MandateChange = z.infer<typeof mandateChange>;

/** How a mandate is authorised: a page, if there is one, and what the gateway's checkout takes. */
export const authorization = z.strictObject({
  status: z.literal('pending_authorization'),
  authorization: z.strictObject({
    url: z.string().nullable(),
    gateway_token: z.string(),
    expires_at: timestamp,
  }),
});
export type Authorization = z.infer<typeof authorization>;
