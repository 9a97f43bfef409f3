import { connect } from 'node:net';
import { setting } from '#lib/model/platform/settings.ts';

/**
 * Starts the sending of new mail, through the unix socket SVC_MAIL_WAKEUP. It does nothing in the cloud, where the
 * table's stream starts it.
 */
export const ringMail = (): void => ring(setting('SVC_MAIL_WAKEUP'));

/**
 * Starts the making of documents, through the unix socket SVC_DOCUMENTS_WAKEUP. It does nothing in the cloud, where the
 * table's stream starts it.
 */
export const ringDocuments = (): void => ring(setting('SVC_DOCUMENTS_WAKEUP'));

/**
 * Starts the placing of new events in the activity feed, through the unix socket SVC_ACTIVITY_WAKEUP. It does nothing
 * in the cloud, where the table's stream starts it.
 */
export const ringActivity = (): void => ring(setting('SVC_ACTIVITY_WAKEUP'));

/**
 * Starts the sending of events to webhooks, through the unix socket SVC_WEBHOOKS_WAKEUP. It does nothing in the cloud,
 * where the table's stream starts it.
 */
export const ringWebhooks = (): void => ring(setting('SVC_WEBHOOKS_WAKEUP'));

function ring(path: string | undefined): void {
  if (!path) return;
  const socket = connect(path, () => socket.end('!'));
  socket.on('error', () => socket.destroy());
  socket.unref();
}
