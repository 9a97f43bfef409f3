import { connect } from 'node:net';
import { setting } from '#lib/model/platform/settings.ts';

/**
 * Starts sending new mail, through the unix socket SVC_MAIL_WAKEUP. Does nothing in the cloud, where the table's stream
 * starts it.
 */
export const ringMail = (): void => ring(setting('SVC_MAIL_WAKEUP'));

/**
 * Starts making documents, through the unix socket SVC_DOCUMENTS_WAKEUP. Does nothing in the cloud, where the table's
 * stream starts it.
 */
export const ringDocuments = (): void => ring(setting('SVC_DOCUMENTS_WAKEUP'));

/**
 * Starts placing new events in the activity feed, through the unix socket SVC_ACTIVITY_WAKEUP. Does nothing in the
 * cloud, where the table's stream starts it.
 */
export const ringActivity = (): void => ring(setting('SVC_ACTIVITY_WAKEUP'));

/**
 * Starts sending events to webhooks, through the unix socket SVC_WEBHOOKS_WAKEUP. Does nothing in the cloud, where the
 * table's stream starts it.
 */
export const ringWebhooks = (): void => ring(setting('SVC_WEBHOOKS_WAKEUP'));

function ring(path: string | undefined): void {
  if (!path) return;
  const socket = connect(path, () => socket.end('!'));
  socket.on('error', () => socket.destroy());
  socket.unref();
}
