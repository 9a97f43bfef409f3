import { makeDocuments } from '#lib/domain/billing/invoices/documents.ts';
import { ensureStore } from '#lib/domain/storage/documents/ensure-store.ts';
import { scheduledTask } from '#lib/edge/task.ts';

/** Every minute: makes the documents of invoices that have none yet. */
export const handler = scheduledTask('documentsSchedule', () => makeDocuments(ensureStore));
