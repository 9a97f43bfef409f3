import type { DocumentShelf } from '#lib/drivers/documents/store.ts';
import type { Invoice } from '#lib/model/billing/invoice.ts';
import type { InvoiceRecord } from '#lib/store/billing/invoices.ts';

/** Seconds for which a link in a reply is good. */
const brief = 15 * 60;

/** What a document is called where it is saved. */
export const fileName = ({ number }: Pick<InvoiceRecord, 'number'>): string => `${number.replaceAll('/', '-')}.pdf`;

/** Whether an invoice's document is where documents are kept now, and not where they were once, or nowhere yet. */
export const isThere = async (
  { document_key, document_bucket }: InvoiceRecord,
  shelf: DocumentShelf,
): Promise<boolean> =>
  document_key !== undefined && document_bucket !== undefined && document_bucket === (await shelf.documents())?.bucket;

/** An invoice as replies show it, with a link to its document. */
export async function toInvoice(record: InvoiceRecord, shelf: DocumentShelf): Promise<Invoice> {
  const { document_key, document_bucket: _, ...invoice } = plain(record);
  const kept = (await isThere(record, shelf)) ? await shelf.documents() : undefined;
  const link = document_key && (await kept?.link(document_key, fileName(record), brief));
  return { ...invoice, document: link ? { content_type: 'application/pdf', ...link } : null };
}

/** Without what the table adds. */
function plain(record: InvoiceRecord): InvoiceRecord {
  const { pk: _, sk: __, ...rest } = record as InvoiceRecord & { pk?: string; sk?: string };
  return rest;
}
