import * as z from 'zod';
import { id, stamps, timestamp } from '#lib/model/platform/common.ts';
import { idFilter, pageCursor, pageLimit } from '#lib/model/platform/lists.ts';
import { financialYearInput, inOrder, periodEnd, periodStart } from '#lib/model/platform/periods.ts';

/** A party to an invoice, as it was when the invoice was made. */
const supplier = z.strictObject({ name: z.string(), gstin: z.string(), address: z.string(), state_code: z.string() });
const recipient = z.strictObject({
  legal_name: z.string(),
  gstin: z.string().nullable(),
  address: z.string().nullable(),
  state_code: z.string().nullable(),
});
export type Supplier = z.infer<typeof supplier>;
export type Recipient = z.infer<typeof recipient>;

const snapshot = {
  id: id('invoice'),
  ...stamps,
  kind: z.enum(['invoice', 'credit_note']),
  /** Consecutive within its kind and financial year. */
  number: z.string().max(16),
  financial_year: z.string(),
  /** The day in IST. */
  date: z.string(),
  supplier,
  recipient,
  /** A state's GST code. */
  place_of_supply: z.string(),
  lines: z.array(
    z.strictObject({ description: z.string(), sac: z.string(), quantity: z.int(), taxable_paise: z.int() }),
  ),
  currency: z.literal('INR'),
  taxable_paise: z.int(),
  cgst_paise: z.int(),
  sgst_paise: z.int(),
  igst_paise: z.int(),
  total_paise: z.int(),
  reverse_charge: z.literal(false),
  credited_invoice_id: id('invoice').nullable(),
  order_id: id('order'),
};

/** A tax invoice or credit note, which never changes. */
export const invoiceSnapshot = z.strictObject(snapshot);
export type InvoiceSnapshot = z.infer<typeof invoiceSnapshot>;

/**
 * An invoice as replies show it, with a link to its document, or null while the document does not exist (contract 2).
 */
export const invoice = z.strictObject({
  ...snapshot,
  document: z
    .strictObject({ content_type: z.literal('application/pdf'), url: z.string(), expires_at: timestamp })
    .nullable(),
});
export type Invoice = z.infer<typeof invoice>;

/** A query of invoices: a period, a financial year, a kind. */
export const invoiceQuery = z
  .strictObject({
    from: periodStart.optional(),
    to: periodEnd.optional(),
    financial_year: financialYearInput.optional(),
    kind: z.enum(['invoice', 'credit_note']).optional(),
    id: idFilter,
    limit: pageLimit(50),
    cursor: pageCursor,
    sort: z.enum(['created_at', '-created_at']).default('-created_at'),
  })
  .superRefine(inOrder);
export type InvoiceQuery = z.infer<typeof invoiceQuery>;
