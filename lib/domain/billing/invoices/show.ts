import type { Context } from '#lib/domain/platform/context.ts';
import { isStale } from '#lib/domain/platform/retry.ts';
import { civilNow, rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { pause } from '#lib/drivers/clocks/real.ts';
import type { DocumentStorage } from '#lib/drivers/documents/store.ts';
import { ringStream } from '#lib/drivers/wakeup/ring.ts';
import type { Invoice } from '#lib/model/billing/invoice.ts';
import { notFound } from '#lib/model/platform/errors.ts';
import { getInvoice, type InvoiceRecord, remakeDocument } from '#lib/store/billing/invoices.ts';
import { keys } from '#lib/store/keys.ts';
import { transact } from '#lib/store/platform/write.ts';
import { hasDocument, toInvoice } from './resource.ts';

/**
 * How often to check for an invoice's document, and milliseconds between two checks. A document usually exists half a
 * second after its invoice.
 */
const pollAttempts = 25;
const pollInterval = 200;

/**
 * Returns one invoice of the caller's account with a link to its document. Waits up to 5 seconds for a document that is
 * being created. If the current object engine does not have the document, it is created again. Throws 404.
 */
export async function showInvoice(
  context: Context,
  { id }: { id: string },
  storage: DocumentStorage,
): Promise<Invoice> {
  const { account_id } = context.principal;
  const found = await getInvoice(account_id, id);
  if (!found) throw notFound('invoice', id);
  if (!storage.hasEngine() || (await hasDocument(found, storage))) return toInvoice(found, storage);
  if (found.document_key) await remake(found);
  return toInvoice(await withDocument(found, storage), storage);
}

async function remake(invoice: InvoiceRecord): Promise<void> {
  await transact([remakeDocument(invoice, rfc3339(civilNow()))]).catch((error: unknown) => {
    if (!isStale(error)) throw error;
  });
}

async function withDocument(invoice: InvoiceRecord, storage: DocumentStorage): Promise<InvoiceRecord> {
  ringStream([keys.document(invoice.id).pk]);
  let latest = invoice;
  for (let attempt = 0; attempt < pollAttempts && !(await hasDocument(latest, storage)); attempt += 1) {
    await pause(pollInterval);
    latest = (await getInvoice(invoice.account_id, invoice.id)) ?? latest;
  }
  return latest;
}
