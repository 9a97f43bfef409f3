import * as z from 'zod';
import { accountId, timestamp } from '#lib/model/platform/common.ts';

/** What a reconciliation, or a payment, found wrong in an account's ledger (contract 4.13). */
export const ledgerDifference = z.strictObject({
  id: z
    .string()
    .regex(/^\d{12}-[A-Za-z0-9_\-]{1,64}$/v)
    .describe('The account, and where the difference is: `books`, or a payment.')
    .meta({ example: '482910337451-books' }),
  account_id: accountId,
  status: z.enum(['open', 'resolved']).describe('Whether operators have resolved it.').meta({ example: 'open' }),
  findings: z
    .array(z.string())
    .describe('The discrepancies, one sentence each.')
    .meta({ example: ['the wallet has 50100 paise, its entries sum to 50000'] }),
  found_at: timestamp.describe('When it was found, in UTC.'),
  resolved_at: timestamp
    .nullable()
    .describe('When it was resolved, in UTC; null while it is open.')
    .meta({ example: null }),
  resolved_by: z.string().nullable().describe('Who resolved it; null while it is open.').meta({ example: null }),
  resolution: z.string().nullable().describe('How it was resolved; null while it is open.').meta({ example: null }),
});
export type LedgerDifference = z.infer<typeof ledgerDifference>;

/** How a difference was resolved. */
export const resolution = z.strictObject({
  reason: z
    .string()
    .trim()
    .min(1)
    .max(500)
    .describe('How it was resolved.')
    .meta({ example: 'posted by hand, ticket 1182' }),
});
