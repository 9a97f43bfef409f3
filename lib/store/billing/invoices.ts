import type { Stored } from '#lib/store/entity.ts';
import { documentIndex } from '#lib/store/indexes.ts';
import { keys } from '#lib/store/keys.ts';
import type { Clause } from '#lib/store/platform/expressions.ts';
import { due, get, query } from '#lib/store/platform/read.ts';
import { changing, create, remove, update, type Write } from '#lib/store/platform/write.ts';
import type { invoiceRecord, pendingDocument } from './invoices.entity.ts';

/** An invoice or credit note. It never changes, except that the place of its document is added later. */
export type InvoiceRecord = Stored<typeof invoiceRecord>;

/** A document that does not exist yet. */
export type PendingDocument = Stored<typeof pendingDocument>;

export const getInvoice = (account: string, invoice: string) => get(keys.invoice(account, invoice));

/**
 * Stores an invoice numbered `last` + 1, and queues its document. The number is taken in the same transaction, so that
 * no number is used twice or skipped. Stale where another invoice took it.
 */
export function createInvoice(record: InvoiceRecord, last: number, due: string): Write[] {
  const { account_id, id, kind, financial_year } = record;
  const pending: PendingDocument = { account_id, invoice_id: id };
  return [
    changing(
      'invoice',
      undefined,
      { ...record, name: record.number },
      create({ ...keys.invoice(account_id, id), ...record }),
    ),
    create({ ...keys.document(id), gsi1pk: documentIndex, gsi1sk: due, ...pending }),
    update(
      keys.invoiceSeries(kind, financial_year),
      { set: { last: last + 1 } },
      last === 0 ? [['last', 'absent']] : [['last', '=', last]],
    ),
  ];
}

/** Queues a document again that the current object engine does not have. Stale where it is already queued. */
export const remakeDocument = ({ account_id, id }: InvoiceRecord, due: string): Write =>
  create({ ...keys.document(id), gsi1pk: documentIndex, gsi1sk: due, account_id, invoice_id: id, again: true });

/** Records an invoice's document. If several runs made it, only one is recorded. */
export const noteDocument = (
  { account_id, id }: InvoiceRecord,
  at: { document_key: string; document_bucket: string },
): Write[] => [
  remove(keys.document(id), [['pk', 'exists']]),
  update(keys.invoice(account_id, id), { set: at }, [['pk', 'exists']]),
];

/** Documents that are due at this moment (RFC 3339), by an index, which may be slightly behind. */
export const dueDocuments = (now: string) => due(documentIndex, now);

/** The invoice id in the partition key of a queued document; undefined for other keys. */
export const invoiceOfKey = (pk: string): string | undefined => /^DOC#(.+)$/.exec(pk)?.[1];

export const getPending = (invoice: string) => get(keys.document(invoice));

/** One page of an account's invoices between two ids, optionally of one kind or with these ids. */
export async function listInvoices(
  account: string,
  range: {
    least: string;
    most: string;
    newestFirst: boolean;
    after: string | undefined;
    kind: string | undefined;
    ids?: readonly string[] | undefined;
    limit: number;
  },
) {
  const { least, most, newestFirst, after, kind, ids, limit } = range;
  const { pk } = keys.invoice(account, '');
  const filter: Clause<InvoiceRecord>[] = [
    ...(kind ? [['kind', '=', kind] as const] : []),
    ...(ids ? [['id', 'in', ids] as const] : []),
  ];
  const page = await query({
    pk,
    between: [least, most],
    newestFirst,
    after: after === undefined ? undefined : { pk, sk: after },
    filter,
    limit: filter.length > 0 ? 1000 : limit,
  });
  return { items: page.items, stopped: page.last && String(page.last.sk) };
}
