import type { DocumentStorage } from '#lib/drivers/documents/store.ts';
import type { Invoice } from '#lib/model/billing/invoice.ts';
import type { InvoiceRecord } from '#lib/store/billing/invoices.ts';

/** How long a link in a reply is valid, in seconds. */
const linkSeconds = 15 * 60;

/** The file name under which a client saves a document. */
export const fileName = ({ number }: Pick<InvoiceRecord, 'number'>): string => `${number.replaceAll('/', '-')}.pdf`;

/** Whether the current object engine has an invoice's document. */
export const hasDocument = async (
  { document_key, document_bucket }: InvoiceRecord,
  storage: DocumentStorage,
): Promise<boolean> =>
  document_key !== undefined &&
  document_bucket !== undefined &&
  document_bucket === (await storage.documents())?.bucket;

/** An invoice as replies show it, with a link to its document, or null when there is none. */
export async function toInvoice(record: InvoiceRecord, storage: DocumentStorage): Promise<Invoice> {
  const { document_key, document_bucket: _, ...invoice } = plain(record);
  const store = (await hasDocument(record, storage)) ? await storage.documents() : undefined;
  const link = document_key && (await store?.link(document_key, fileName(record), linkSeconds));
  return { ...invoice, document: link ? { content_type: 'application/pdf', ...link } : null };
}

/** Drops the attributes that the table adds. */
function plain(record: InvoiceRecord): InvoiceRecord {
  const { pk: _, sk: __, ...rest } = record as InvoiceRecord & { pk?: string; sk?: string };
  return rest;
}
