import { connect } from 'node:net';

/**
 * Wakes the host agent of this machine through the unix socket SVC_WAKEUP, so that a job need not wait for its next
 * look; does nothing in the cloud, and nothing where nobody listens.
 */
export const wakeUp = (): void => ring(process.env.SVC_WAKEUP);

/** Has posted mail sent at once, through the unix socket SVC_MAIL_WAKEUP; does nothing in the cloud, where the table's stream does it. */
export const ringMail = (): void => ring(process.env.SVC_MAIL_WAKEUP);

/** Has documents made at once, through the unix socket SVC_DOCUMENTS_WAKEUP; does nothing in the cloud, where the table's stream does it. */
export const ringDocuments = (): void => ring(process.env.SVC_DOCUMENTS_WAKEUP);

function ring(path: string | undefined): void {
  if (!path) return;
  const socket = connect(path, () => socket.end('!'));
  socket.on('error', () => socket.destroy());
  socket.unref();
}
