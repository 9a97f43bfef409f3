import type { InvoiceSnapshot } from '#lib/model/billing/invoice.ts';
import { documentIndex, keys } from '#lib/store/keys.ts';
import { all, get, query } from '#lib/store/platform/read.ts';
import { create, remove, update, type Write } from '#lib/store/platform/write.ts';

/** An invoice or credit note; nothing of it changes but that its document gets made. */
export interface InvoiceRecord extends InvoiceSnapshot {
  /** Where its document is, in which bucket; absent until it was made. */
  document_key?: string;
  document_bucket?: string;
}

/** A document that is to be made. */
export interface PendingDocument {
  account_id: string;
  invoice_id: string;
  /** Its first went with what it was kept in, and was mailed then. */
  again?: true;
}

export const getInvoice = (account: string, invoice: string) => get<InvoiceRecord>(keys.invoice(account, invoice));

/**
 * An invoice under the number after `last` of its series, both or neither: stale where somebody else took that number, so
 * that none is given twice and none is left out. Its document is to be made at once.
 */
export function createInvoice(record: InvoiceRecord, last: number, due: string): Write[] {
  const { account_id, id, kind, financial_year } = record;
  const pending: PendingDocument = { account_id, invoice_id: id };
  return [
    create({ ...keys.invoice(account_id, id), ...record }),
    create({ ...keys.document(id), gsi1pk: documentIndex, gsi1sk: due, ...pending }),
    update(
      keys.invoiceSeries(kind, financial_year),
      { set: { last: last + 1 } },
      last === 0 ? [['last', 'absent']] : [['last', '=', last]],
    ),
  ];
}

/** Has a document made again that is not where documents are now; stale where it is being made already. */
export const remakeDocument = ({ account_id, id }: InvoiceRecord, due: string): Write =>
  create({ ...keys.document(id), gsi1pk: documentIndex, gsi1sk: due, account_id, invoice_id: id, again: true });

/** Notes that an invoice's document was made; of any number who made it, one does. */
export const noteDocument = (
  { account_id, id }: InvoiceRecord,
  at: { document_key: string; document_bucket: string },
): Write[] => [
  remove(keys.document(id), [['pk', 'exists']]),
  update(keys.invoice(account_id, id), { set: at }, [['pk', 'exists']]),
];

/** Documents that are due at this moment (RFC 3339); through an index, which may be a moment behind. */
export const dueDocuments = (now: string) => all<PendingDocument>({ pk: documentIndex, index: 'gsi1', upTo: now });

/** Which invoice's document a partition key stands for; undefined for any other item's. */
export const invoiceOfKey = (pk: string): string | undefined => /^DOC#(.+)$/.exec(pk)?.[1];

export const getPending = (invoice: string) => get<PendingDocument>(keys.document(invoice));

/** One page of an account's invoices between two ids, of one kind where that is given. */
export async function listInvoices(
  account: string,
  range: {
    least: string;
    most: string;
    newestFirst: boolean;
    after: string | undefined;
    kind: string | undefined;
    limit: number;
  },
) {
  const { least, most, newestFirst, after, kind, limit } = range;
  const { pk } = keys.invoice(account, '');
  const page = await query<InvoiceRecord>({
    pk,
    between: [least, most],
    newestFirst,
    after: after === undefined ? undefined : { pk, sk: after },
    ...(kind && { filter: [['kind', '=', kind]] }),
    limit: kind ? 1000 : limit,
  });
  return { items: page.items, stopped: page.last && String(page.last.sk) };
}
