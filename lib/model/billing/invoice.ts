import * as z from 'zod';
import { currency, id, stamps, timestamp } from '#lib/model/platform/common.ts';
import { idFilter, pageByAge } from '#lib/model/platform/lists.ts';
import { financialYearInput, inOrder, periodOf } from '#lib/model/platform/periods.ts';

/** A party to an invoice, as it was when the invoice was made. */
const supplier = z.strictObject({
  name: z.string().describe('The legal name of the supplier.').meta({ example: 'Example Cloud Private Limited' }),
  gstin: z.string().describe("The supplier's GST number.").meta({ example: '27AAPFU0939F1ZV' }),
  address: z.string().describe("The supplier's address.").meta({ example: '1 Harbour Road, Mumbai 400001' }),
  state_code: z.string().describe("The GST code of the supplier's state.").meta({ example: '27' }),
});
const recipient = z.strictObject({
  legal_name: z
    .string()
    .describe("The recipient's legal name; their e-mail address where the tax profile has none.")
    .meta({ example: 'Blue Lotus Traders' }),
  gstin: z
    .string()
    .nullable()
    .describe("The recipient's GST number; null for a recipient without one.")
    .meta({ example: '27AAPFU0939F1ZV' }),
  address: z
    .string()
    .nullable()
    .describe("The recipient's address; null where the tax profile has none.")
    .meta({ example: '14 Hill Road, Pune 411001' }),
  state_code: z
    .string()
    .nullable()
    .describe("The GST code of the recipient's state; null where the tax profile has none.")
    .meta({ example: '27' }),
});
export type Supplier = z.infer<typeof supplier>;
export type Recipient = z.infer<typeof recipient>;

const snapshot = {
  id: id('invoice').meta({ readOnly: true }),
  ...stamps,
  kind: z
    .enum(['invoice', 'credit_note'])
    .describe('A tax invoice, or a credit note that reverses one.')
    .meta({ example: 'invoice' }),
  number: z
    .string()
    .max(16)
    .describe('The number, consecutive within the kind and the financial year.')
    .meta({ example: 'INV/26-27/000042' }),
  financial_year: z.string().describe('The financial year from April to March (IST).').meta({ example: '26-27' }),
  date: z.string().describe('The day of issue in IST.').meta({ example: '2026-11-21' }),
  supplier: supplier.describe('The supplier, as of the day of issue.'),
  recipient: recipient.describe('The recipient, as of the day of issue.'),
  place_of_supply: z.string().describe('The GST code of the state of supply.').meta({ example: '27' }),
  lines: z
    .array(
      z.strictObject({
        description: z.string().describe('What the line is for.').meta({ example: 'Wallet top-up' }),
        sac: z.string().describe('The service accounting code of GST.').meta({ example: '998315' }),
        quantity: z.int().describe('How many.').meta({ example: 1 }),
        taxable_paise: z.int().describe("The line's amount before GST, in paise.").meta({ example: 100000 }),
      }),
    )
    .describe('What is invoiced.'),
  currency,
  taxable_paise: z.int().describe('The amount before GST, in paise.').meta({ example: 100000 }),
  cgst_paise: z.int().describe('Central GST, in paise.').meta({ example: 9000 }),
  sgst_paise: z.int().describe('State GST, in paise.').meta({ example: 9000 }),
  igst_paise: z.int().describe('Integrated GST, in paise.').meta({ example: 0 }),
  total_paise: z.int().describe('The amount with GST, in paise.').meta({ example: 118000 }),
  reverse_charge: z.literal(false).describe('States that the supplier owes the tax, not the recipient.'),
  credited_invoice_id: id('invoice')
    .nullable()
    .describe('The invoice that a credit note reverses; null for an invoice.')
    .meta({ example: null }),
  order_id: id('order').describe('The top-up order that was paid.'),
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
    .strictObject({
      content_type: z.literal('application/pdf').describe('The media type of the document.'),
      url: z
        .string()
        .describe('A link to the document, which needs no login.')
        .meta({ example: 'https://s3.example.in/svc-invoices/INV-26-27-000042.pdf?X-Amz-Signature=4f2a' }),
      expires_at: timestamp.describe('When the link expires, in UTC.').meta({ example: '2026-11-21T04:25:00Z' }),
    })
    .nullable()
    .describe('The PDF document; null while it does not exist yet.'),
});
export type Invoice = z.infer<typeof invoice>;

/** A query of invoices: a period, a financial year, a kind. */
export const invoiceQuery = z
  .strictObject({
    ...periodOf('invoices'),
    financial_year: financialYearInput
      .optional()
      .describe('Only invoices of this financial year.')
      .meta({ example: '2026-27' }),
    kind: z
      .enum(['invoice', 'credit_note'])
      .optional()
      .describe('Only invoices, or only credit notes.')
      .meta({ example: 'invoice' }),
    id: idFilter,
    ...pageByAge(50),
  })
  .superRefine(inOrder);
export type InvoiceQuery = z.infer<typeof invoiceQuery>;
