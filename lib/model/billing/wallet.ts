import * as z from 'zod';
import { currency, id, stamps } from '#lib/model/platform/common.ts';
import { idFilter, pageByAge } from '#lib/model/platform/lists.ts';
import { inOrder, periodOf } from '#lib/model/platform/periods.ts';

const credits = ['topup', 'credit', 'refund', 'adjustment'] as const;

/** An entry of a wallet's ledger as its owner sees it (contract 2). Debits for usage are listed on request. */
export const transaction = z.strictObject({
  id: id('transaction').meta({ readOnly: true }),
  ...stamps,
  type: z
    .enum([...credits, 'usage'])
    .describe('The cause of the change: a paid order, promotional credit, a refund, a correction, or usage.')
    .meta({ example: 'topup' }),
  amount_paise: z
    .int()
    .describe('The change of the balance, in paise; negative for a debit.')
    .meta({ example: 100000 }),
  balance_after_paise: z.int().describe('The balance after it, in paise.').meta({ example: 150000 }),
  currency,
  description: z.string().describe('What it was for.').meta({ example: 'Top-up' }),
  order_id: id('order')
    .nullable()
    .describe('The order that was paid; null for anything but a top-up.')
    .meta({ example: 'ord-01kanx7m3v5q8w2c4d6f7g9h1j' }),
  invoice_id: id('invoice')
    .nullable()
    .describe('The invoice; null where there is none.')
    .meta({ example: 'inv-01kanx7m3v5q8w2c4d6f7g9h1j' }),
});
export type Transaction = z.infer<typeof transaction>;

/** Accounts of the double-entry ledger: customers' wallets, and where money comes from and goes. */
export const ledgerAccounts = ['wallet', 'promotion', 'gateway', 'revenue', 'gst_payable'] as const;

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
      .optional()
      .describe('Only these types, comma-separated.')
      .meta({ example: 'topup' }),
    ...periodOf('entries'),
    include: z
      .literal('debits')
      .optional()
      .describe('`debits` also lists debits for usage.')
      .meta({ example: 'debits' }),
    id: idFilter,
    ...pageByAge(50),
  })
  .superRefine(inOrder);
export type TransactionQuery = z.infer<typeof transactionQuery>;
