import { makeNewDocuments } from '#lib/domain/billing/invoices/documents.ts';
import { ensureStore } from '#lib/domain/storage/documents/ensure-store.ts';
import { stream } from '#lib/edge/stream.ts';

/** As soon as there is an invoice: makes its document. In the cloud alone; a laptop has a wakeup for that. */
export const handler = stream('documentsStream', (keys) => makeNewDocuments(keys, ensureStore));
