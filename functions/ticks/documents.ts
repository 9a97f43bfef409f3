import { makeDocuments } from '#lib/domain/billing/invoices/documents.ts';
import { makeStore } from '#lib/domain/storage/documents/make-store.ts';
import { tick } from '#lib/edge/tick.ts';

/** Every minute: makes the documents of invoices that nobody could make before. */
export const handler = tick('documentsTick', () => makeDocuments(makeStore));
