import { gstStates } from '#lib/model/billing/gst.ts';
import type { InvoiceSnapshot } from '#lib/model/billing/invoice.ts';
import { a4, type Column, type Sheet, sheetOn } from './sheet.ts';

/** What an invoice's document refers to. */
export interface InvoiceReferences {
  /** The number and date of the invoice that a credit note credits. */
  credited?: { number: string; date: string };
}

/** Renders a tax invoice or credit note as PDF. The same invoice gives the same bytes. */
export async function invoicePdf(invoice: InvoiceSnapshot, references: InvoiceReferences = {}): Promise<Uint8Array> {
  const { PDFDocument, StandardFonts } = await import('pdf-lib');
  const document = await PDFDocument.create();
  const at = new Date(invoice.created_at);
  document.setTitle(`${titleOf(invoice)} ${invoice.number}`);
  document.setAuthor(invoice.supplier.name);
  document.setProducer('svc');
  document.setCreator('svc');
  document.setCreationDate(at);
  document.setModificationDate(at);
  const regular = await document.embedFont(StandardFonts.Helvetica);
  const heavy = await document.embedFont(StandardFonts.HelveticaBold);
  write(sheetOn(document.addPage(a4), regular, heavy), invoice, references);
  return document.save({ addDefaultPage: false, useObjectStreams: false });
}

const titleOf = ({ kind }: InvoiceSnapshot) => (kind === 'invoice' ? 'TAX INVOICE' : 'CREDIT NOTE');
const stateOf = (code: string | null) => (code === null ? '-' : `${gstStates[code] ?? ''} (${code})`);

/** `INR 1,180.00`: the standard typefaces have no rupee sign. */
export const inr = (paise: number): string =>
  `INR ${(paise / 100).toLocaleString('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;

const columns: Column[] = [
  { x: 50, width: 265 },
  { x: 320, width: 50 },
  { x: 375, width: 50, right: true },
  { x: 430, width: 115, right: true },
];
const sums: Column[] = [
  { x: 320, width: 105, right: true },
  { x: 430, width: 115, right: true },
];

function write(sheet: Sheet, invoice: InvoiceSnapshot, { credited }: InvoiceReferences): void {
  const { supplier, recipient, place_of_supply } = invoice;
  sheet.text([titleOf(invoice)], { bold: true, size: 16 });
  sheet.text(['Original for recipient']);
  sheet.space(8);
  sheet.text([supplier.name], { bold: true, size: 11 });
  sheet.text([supplier.address, `GSTIN ${supplier.gstin}`, `State ${stateOf(supplier.state_code)}`]);
  sheet.rule();
  const top = sheet.at();
  sheet.text(['Recipient'], { bold: true, width: 240 });
  sheet.text(
    [
      recipient.legal_name,
      ...(recipient.address ? [recipient.address] : []),
      `GSTIN ${recipient.gstin ?? 'unregistered'}`,
      `State ${stateOf(recipient.state_code)}`,
      `Account ${invoice.account_id}`,
    ],
    { width: 240 },
  );
  const left = sheet.at();
  sheet.moveTo(top);
  sheet.text(headings(invoice, credited), { x: 320 });
  sheet.text([`Place of supply: ${stateOf(place_of_supply)}`], { x: 320 });
  sheet.moveTo(Math.min(left, sheet.at()));
  sheet.rule();
  sheet.row(['Description', 'SAC', 'Quantity', 'Taxable value'], columns, { bold: true });
  for (const { description, sac, quantity, taxable_paise } of invoice.lines)
    sheet.row([description, sac, String(quantity), inr(taxable_paise)], columns);
  sheet.rule();
  for (const [label, paise] of totals(invoice)) sheet.row([label, inr(paise)], sums);
  sheet.row(['Total', inr(invoice.total_paise)], sums, { bold: true });
  sheet.rule();
  sheet.text([
    'Tax is payable on reverse charge: No. Each tax is rounded to paise.',
    'This document was made by a computer and is valid without a signature.',
  ]);
}

function headings(
  { kind, number, date, order_id }: InvoiceSnapshot,
  credited: InvoiceReferences['credited'],
): string[] {
  const word = kind === 'invoice' ? 'Invoice' : 'Credit note';
  const original = credited ? [`Original invoice: ${credited.number}`, `of ${credited.date}`] : [];
  return [`${word} number: ${number}`, `Date: ${date}`, ...original, `Order: ${order_id}`];
}

function totals({ taxable_paise, cgst_paise, sgst_paise, igst_paise }: InvoiceSnapshot): [string, number][] {
  const taxable: [string, number] = ['Taxable value', taxable_paise];
  if (igst_paise > 0) return [taxable, ['IGST 18%', igst_paise]];
  return [taxable, ['CGST 9%', cgst_paise], ['SGST 9%', sgst_paise]];
}
