import { accountOwner } from '#lib/domain/identity/accounts/owner.ts';
import { commitEffect } from '#lib/domain/platform/commit.ts';
import { forEachDue } from '#lib/domain/platform/operations/for-each.ts';
import { civilNow, rfc3339 } from '#lib/drivers/clocks/civil.ts';
import type { DocumentBucketStore } from '#lib/drivers/documents/store.ts';
import { engineName } from '#lib/drivers/objects/open.ts';
import { inr, invoicePdf } from '#lib/standards/pdf/invoice.ts';
import {
  dueDocuments,
  getInvoice,
  getPending,
  type InvoiceRecord,
  invoiceOfKey,
  noteDocument,
  type PendingDocument,
} from '#lib/store/billing/invoices.ts';
import { unlessStale } from '#lib/store/platform/write.ts';
import { fileName } from './resource.ts';

/** How long a link in a mail is valid, in seconds: a week, the maximum of object stores. */
const week = 7 * 24 * 3600;

/** Opens the store of documents, and creates it first where there is none. */
export type EnsureStore = () => Promise<DocumentBucketStore>;

/**
 * Creates and mails the document of every invoice that has none. Does nothing in a deployment without object storage.
 */
export async function makeDocuments(ensureStore: EnsureStore): Promise<{ next_at: string | null }> {
  if (engineName() === undefined) return { next_at: null };
  const now = rfc3339(civilNow());
  const isDone = await forEachDue(dueDocuments(now), (pending) => make(pending, ensureStore));
  return { next_at: isDone ? null : now };
}

/** Creates the documents for these partition keys, which the table's stream reports. Ignores keys of other items. */
export async function makeNewDocuments(keys: readonly string[], ensureStore: EnsureStore): Promise<void> {
  if (engineName() === undefined) return;
  for (const invoice of keys.flatMap((key) => invoiceOfKey(key) ?? [])) {
    const pending = await getPending(invoice);
    if (pending) await make(pending, ensureStore);
  }
}

/** Stores the file before the invoice refers to it, so that every document that an invoice refers to exists. */
async function make({ account_id, invoice_id, again }: PendingDocument, ensureStore: EnsureStore): Promise<void> {
  const invoice = await getInvoice(account_id, invoice_id);
  if (!invoice) throw new Error(`invoice ${invoice_id} needs a document, but does not exist`);
  const store = await ensureStore();
  const key = `invoices/${account_id}/${invoice_id}.pdf`;
  await store.put(key, await invoicePdf(invoice, await creditedBy(invoice)));
  const letters = again ? [] : await lettersOf(store, key, invoice);
  const at = { document_key: key, document_bucket: store.bucket };
  await unlessStale(commitEffect({ writes: noteDocument(invoice, at), letters }));
}

async function creditedBy({ account_id, credited_invoice_id }: InvoiceRecord) {
  const credited = credited_invoice_id ? await getInvoice(account_id, credited_invoice_id) : undefined;
  return credited ? { credited: { number: credited.number, date: credited.date } } : {};
}

/** The mail to the account's current owner; none when the account has no owner. */
async function lettersOf(store: DocumentBucketStore, key: string, invoice: InvoiceRecord) {
  const owner = await accountOwner(invoice.account_id);
  if (!owner) return [];
  const { url: link } = await store.link(key, fileName(invoice), week);
  const { kind: document, number, total_paise } = invoice;
  return [{ kind: 'invoice' as const, to: owner.email, document, number, total: inr(total_paise), link }];
}
