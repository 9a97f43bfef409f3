import * as z from 'zod';
import { mandate } from '#lib/model/billing/mandate.ts';
import { entity } from '#lib/store/entity.ts';

/** An announced debit of a mandate. */
export const debit = z.strictObject({
  /** The id of the top-up's order, which is created when the debit is due. */
  order_id: z.string(),
  amount_paise: z.number(),
  /** With GST, in paise. */
  total_paise: z.number(),
  at: z.string(),
  /** `processing` once the gateway has been asked for the debit. */
  status: z.enum(['notified', 'processing']),
});

/** An account's mandate. There is one at a time; an ended one stays until the next is created. */
export const mandateRecord = z.strictObject({
  id: z.string(),
  account_id: z.string(),
  status: mandate.shape.status,
  method: mandate.shape.method,
  max_amount_paise: z.number(),
  topup_amount_paise: z.number(),
  threshold_paise: z.number(),
  valid_until: z.string(),
  failure_reason: z.string().nullable(),
  /** Ids at the gateway: the customer, the order that authorises the mandate, and the mandate itself. */
  customer_id: z.string().nullable(),
  gateway_order_id: z.string().nullable(),
  token_id: z.string().nullable(),
  authorize_until: z.string().nullable(),
  debit: debit.nullable(),
  /** The month (IST) of its last debit; at most one debit in each month. */
  cycle: z.string().nullable(),
  /** The number of consecutive failed debits. */
  failures: z.number(),
  /** When it is handled next (RFC 3339, civil clock); null for never. */
  due: z.string().nullable(),
  version: z.number(),
  created_at: z.string(),
  updated_at: z.string(),
});

export const entities = {
  mandate: entity({
    about: 'mandate',
    pk: 'A#<account>#wallet',
    sk: 'MANDATE',
    index: { name: 'autopayIndex', pk: 'AUTOPAY', sk: '<due>' },
    read: 'GET /auth/billing/autopay; metering, autopay schedule',
    version: 'version',
    record: mandateRecord,
  }),
};
