import { makeDocuments } from '#lib/domain/billing/invoices/documents.ts';
import { tick } from '#lib/edge/tick.ts';

/** Every minute: makes the documents of invoices that nobody could make before. */
export const handler = tick('documentsTick', makeDocuments);
