import { makeNewDocuments } from '#lib/domain/billing/invoices/documents.ts';
import { prepareLetter } from '#lib/domain/identity/sessions/reset-mail.ts';
import { placeNewEvents } from '#lib/domain/platform/activity/place-all.ts';
import { sendNewMails } from '#lib/domain/platform/mail/send-mails.ts';
import { sendNewWebhookEvents } from '#lib/domain/platform/webhooks/send.ts';
import { ensureStore } from '#lib/domain/storage/documents/ensure-store.ts';
import { placing } from '#lib/edge/placing.ts';
import { streamReader } from '#lib/edge/stream.ts';

/**
 * The one reader of the table's stream. It sends new mail and new events of webhooks, makes documents, and places
 * events in the activity feed, as soon as they are committed. On a laptop, what commits them invokes it.
 */
export const handler = streamReader('tableStream', {
  mail: (keys) => sendNewMails(keys, prepareLetter),
  activity: (keys) => placeNewEvents(keys, placing),
  documents: (keys) => makeNewDocuments(keys, ensureStore),
  webhooks: sendNewWebhookEvents,
});
