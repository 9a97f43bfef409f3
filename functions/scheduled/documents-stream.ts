import { makeNewDocuments } from '#lib/domain/billing/invoices/documents.ts';
import { ensureStore } from '#lib/domain/storage/documents/ensure-store.ts';
import { stream } from '#lib/edge/task.ts';

/** Makes the document of a new invoice, by the table's stream. Only in the cloud; a laptop is woken instead. */
export const handler = stream('documentsStream', (keys) => makeNewDocuments(keys, ensureStore));
