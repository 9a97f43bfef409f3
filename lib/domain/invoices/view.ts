import { documentStore } from '#lib/drivers/documents/open.ts';
import type { Invoice } from '#lib/model/invoice.ts';
import type { InvoiceRecord } from '#lib/store/invoices.ts';

/** Seconds for which a link in a reply is good. */
const brief = 15 * 60;

/** What a document is called where it is saved. */
export const fileName = ({ number }: Pick<InvoiceRecord, 'number'>): string => `${number.replaceAll('/', '-')}.pdf`;

/** An invoice as replies show it, with a link to its document. */
export async function toInvoice(record: InvoiceRecord): Promise<Invoice> {
  const { document_key, ...invoice } = plain(record);
  const store = documentStore();
  const link = document_key && store ? await store.link(document_key, fileName(record), brief) : undefined;
  return { ...invoice, document: link ? { content_type: 'application/pdf', ...link } : null };
}

/** Without what the table adds. */
function plain(record: InvoiceRecord): InvoiceRecord {
  const { pk: _, sk: __, ...rest } = record as InvoiceRecord & { pk?: string; sk?: string };
  return rest;
}
