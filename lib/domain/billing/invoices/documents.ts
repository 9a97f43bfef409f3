import { commitEffect } from '#lib/domain/platform/commit.ts';
import { forEach } from '#lib/domain/platform/operations/for-each.ts';
import { civilNow, rfc3339 } from '#lib/drivers/clocks/civil.ts';
import type { DocumentBucketStore } from '#lib/drivers/documents/store.ts';
import { engineName } from '#lib/drivers/objects/open.ts';
import { inr, invoicePdf } from '#lib/drivers/pdf/invoice.ts';
import {
  dueDocuments,
  getInvoice,
  getPending,
  type InvoiceRecord,
  invoiceOfKey,
  noteDocument,
  type PendingDocument,
} from '#lib/store/billing/invoices.ts';
import { getAccount, getUser } from '#lib/store/identity/accounts.ts';
import { Stale } from '#lib/store/platform/write.ts';
import { fileName } from './resource.ts';

/** Seconds for which a link in a mail is good: a week, the most that object stores allow. */
const week = 7 * 24 * 3600;

/** Where documents are kept, made where it is not there yet. */
export type EnsureStore = () => Promise<DocumentBucketStore>;

/** Makes the document of every invoice that has none yet, and mails it; without object storage they wait. */
export async function makeDocuments(ensureStore: EnsureStore): Promise<{ next_at: string | null }> {
  if (engineName() !== undefined) {
    await forEach(dueDocuments(rfc3339(civilNow())), (pending) => make(pending, ensureStore));
  }
  return { next_at: null };
}

/** Makes those that these partition keys stand for, as the table's stream names them; other keys are nothing to it. */
export async function makeNewDocuments(keys: readonly string[], ensureStore: EnsureStore): Promise<void> {
  if (engineName() === undefined) return;
  for (const invoice of keys.flatMap((key) => invoiceOfKey(key) ?? [])) {
    const pending = await getPending(invoice);
    if (pending) await make(pending, ensureStore);
  }
}

/** Stored first: what an invoice names as its document is there. */
async function make({ account_id, invoice_id, again }: PendingDocument, ensureStore: EnsureStore): Promise<void> {
  const invoice = await getInvoice(account_id, invoice_id);
  if (!invoice) throw new Error(`invoice ${invoice_id} is to have a document, and is not there`);
  const store = await ensureStore();
  const key = `invoices/${account_id}/${invoice_id}.pdf`;
  await store.put(key, await invoicePdf(invoice, await creditedBy(invoice)));
  const letters = again ? [] : await lettersOf(store, key, invoice);
  try {
    const at = { document_key: key, document_bucket: store.bucket };
    await commitEffect({ writes: noteDocument(invoice, at), letters });
  } catch (error) {
    if (!(error instanceof Stale)) throw error;
  }
}

async function creditedBy({ account_id, credited_invoice_id }: InvoiceRecord) {
  const credited = credited_invoice_id ? await getInvoice(account_id, credited_invoice_id) : undefined;
  return credited ? { credited: { number: credited.number, date: credited.date } } : {};
}

/** To whoever owns the account now. */
async function lettersOf(store: DocumentBucketStore, key: string, invoice: InvoiceRecord) {
  const account = await getAccount(invoice.account_id);
  const owner = account && (await getUser(account.owner_id));
  if (!owner) return [];
  const { url: link } = await store.link(key, fileName(invoice), week);
  const { kind: document, number, total_paise } = invoice;
  return [{ kind: 'invoice' as const, to: owner.email, document, number, total: inr(total_paise), link }];
}
