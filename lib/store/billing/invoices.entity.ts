import * as z from 'zod';
import { invoiceSnapshot } from '#lib/model/billing/invoice.ts';
import { entity } from '#lib/store/entity.ts';

/** An invoice or credit note. It never changes, except that the place of its document is added later. */
export const invoiceRecord = z.strictObject({
  ...invoiceSnapshot.shape,
  /** The key and the bucket of its document; absent until it exists. */
  document_key: z.string().exactOptional(),
  document_bucket: z.string().exactOptional(),
});

/** A document that does not exist yet. */
export const pendingDocument = z.strictObject({
  account_id: z.string(),
  invoice_id: z.string(),
  /** The document is made again because its store was lost, so it is not mailed again. */
  again: z.literal(true).exactOptional(),
});

export const entities = {
  invoice: entity({
    about: 'invoice',
    pk: 'A#<account>#invoice',
    sk: '<invoice>',
    read: 'show, lists',
    record: invoiceRecord,
  }),
  invoiceSeries: entity({
    about: 'invoice series',
    pk: 'INVOICES',
    sk: '<kind>#<year>',
    read: 'crediting, refunds',
    record: z.strictObject({
      last: z.number(),
    }),
  }),
  document: entity({
    about: 'pending document',
    pk: 'DOC#<invoice>',
    sk: 'DOCUMENT',
    index: { name: 'documentIndex', pk: 'DOCUMENTS', sk: '<due>' },
    read: 'documents schedule',
    record: pendingDocument,
  }),
};
