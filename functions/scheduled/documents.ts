import { makeDocuments } from '#lib/domain/billing/invoices/documents.ts';
import { makeStore } from '#lib/domain/storage/documents/make-store.ts';
import { scheduledTask } from '#lib/edge/scheduled-task.ts';

/** Every minute: makes the documents of invoices that nobody could make before. */
export const handler = scheduledTask('documentsSchedule', () => makeDocuments(makeStore));
