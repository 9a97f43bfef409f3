import { makeNewDocuments } from '#lib/domain/billing/invoices/documents.ts';
import { makeStore } from '#lib/domain/storage/documents/make-store.ts';
import { stream } from '#lib/edge/stream.ts';

/** As soon as there is an invoice: makes its document. In the cloud alone; a laptop has a wakeup for that. */
export const handler = stream('documentsStream', (keys) => makeNewDocuments(keys, makeStore));
