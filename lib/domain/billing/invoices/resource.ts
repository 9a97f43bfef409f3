import type { DocumentStorage } from '#lib/drivers/documents/store.ts';
import type { Invoice } from '#lib/model/billing/invoice.ts';
import type { InvoiceRecord } from '#lib/store/billing/invoices.ts';

/** Seconds for which a link in a reply is good. */
const brief = 15 * 60;

/** What a document is called where it is saved. */
export const fileName = ({ number }: Pick<InvoiceRecord, 'number'>): string => `${number.replaceAll('/', '-')}.pdf`;

/** Whether an invoice's document is where documents are kept now, and not where they were once, or nowhere yet. */
export const hasDocument = async (
  { document_key, document_bucket }: InvoiceRecord,
  storage: DocumentStorage,
): Promise<boolean> =>
  document_key !== undefined &&
  document_bucket !== undefined &&
  document_bucket === (await storage.documents())?.bucket;

/** An invoice as replies show it, with a link to its document. */
export async function toInvoice(record: InvoiceRecord, storage: DocumentStorage): Promise<Invoice> {
  const { document_key, document_bucket: _, ...invoice } = plain(record);
  const kept = (await hasDocument(record, storage)) ? await storage.documents() : undefined;
  const link = document_key && (await kept?.link(document_key, fileName(record), brief));
  return { ...invoice, document: link ? { content_type: 'application/pdf', ...link } : null };
}

/** Without what the table adds. */
function plain(record: InvoiceRecord): InvoiceRecord {
  const { pk: _, sk: __, ...rest } = record as InvoiceRecord & { pk?: string; sk?: string };
  return rest;
}
