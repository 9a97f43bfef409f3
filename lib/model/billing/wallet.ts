import * as z from 'zod';
import { id, stamps } from '#lib/model/platform/common.ts';
import { idFilter, pageCursor, pageLimit } from '#lib/model/platform/lists.ts';
import { inOrder, periodEnd, periodStart } from '#lib/model/platform/periods.ts';

const credits = ['topup', 'credit', 'refund', 'adjustment'] as const;

/** An entry of a wallet's ledger as its owner sees it (contract 2). Debits for usage are listed on request. */
export const transaction = z.strictObject({
  id: id('transaction'),
  ...stamps,
  type: z.enum([...credits, 'usage']),
  amount_paise: z.int(),
  balance_after_paise: z.int(),
  currency: z.literal('INR'),
  description: z.string(),
  order_id: id('order').nullable(),
  invoice_id: id('invoice').nullable(),
});
export type Transaction = z.infer<typeof transaction>;
export type TransactionType = Transaction['type'];

/** Accounts of the double-entry ledger: customers' wallets, and where money comes from and goes. */
export type LedgerAccount = 'wallet' | 'promotion' | 'gateway' | 'revenue' | 'gst_payable';

const types = transaction.shape.type;
const typesIn = (text: string) => text.split(',');

/** A query of the ledger: types (separated by commas), a period, and whether to include debits. */
export const transactionQuery = z
  .strictObject({
    type: z
      .string()
      .refine(
        (text) => typesIn(text).every((type) => types.safeParse(type).success),
        `is not one of ${types.options.join(', ')}`,
      )
      .transform((text) => typesIn(text) as z.infer<typeof types>[])
      .optional(),
    from: periodStart.optional(),
    to: periodEnd.optional(),
    include: z.literal('debits').optional(),
    id: idFilter,
    limit: pageLimit(50),
    cursor: pageCursor,
    sort: z.enum(['created_at', '-created_at']).default('-created_at'),
  })
  .superRefine(inOrder);
export type TransactionQuery = z.infer<typeof transactionQuery>;

/** An amount in paise as messages show it: `₹1.40`. */
export const rupees = (paise: number): string => `${paise < 0 ? '-' : ''}₹${(Math.abs(paise) / 100).toFixed(2)}`;
