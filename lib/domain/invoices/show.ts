import type { Context } from '#lib/domain/context.ts';
import { documentStore } from '#lib/drivers/documents/open.ts';
import { ringDocuments } from '#lib/drivers/doorbell/ring.ts';
import { notFound } from '#lib/model/errors.ts';
import type { Invoice } from '#lib/model/invoice.ts';
import { getInvoice, type InvoiceRecord } from '#lib/store/invoices.ts';
import { toInvoice } from './view.ts';

/** Looks, and milliseconds between them: a document is usually there half a second after its invoice. */
const looks = 25;
const between = 200;

/** One invoice of the caller's account, with a link to its document; waits a moment for one that is just being made. */
export async function showInvoice(context: Context, { id }: { id: string }): Promise<Invoice> {
  const { account_id } = context.principal;
  const found = await getInvoice(account_id, id);
  if (!found) throw notFound('invoice', id);
  return toInvoice(found.document_key || !documentStore() ? found : await withDocument(found));
}

async function withDocument(invoice: InvoiceRecord): Promise<InvoiceRecord> {
  ringDocuments();
  let latest = invoice;
  for (let look = 0; look < looks && !latest.document_key; look += 1) {
    await new Promise((done) => setTimeout(done, between));
    latest = (await getInvoice(invoice.account_id, invoice.id)) ?? latest;
  }
  return latest;
}
