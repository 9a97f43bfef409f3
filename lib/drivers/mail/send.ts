import type { Mail } from '#lib/model/platform/mail.ts';
import { setting } from '#lib/model/platform/settings.ts';
import { compose } from './compose.ts';
import { dropInMailbox } from './mailbox.ts';

/**
 * Sends a mail: into the folder SVC_MAILBOX_DIR if set, as on a laptop, otherwise through Amazon SES from
 * SVC_MAIL_FROM. Throws UnsendableError where a retry cannot help, and another error where it may.
 */
export async function sendMail(mail: Mail): Promise<void> {
  const [mailbox, from] = [setting('SVC_MAILBOX_DIR'), setting('SVC_MAIL_FROM')];
  if (mailbox) return dropInMailbox(mailbox, mail, await compose(mail, from || 'svc <no-reply@svc.localhost>'));
  if (!from) throw new Error('SVC_MAIL_FROM is not set; it names the address that mail is sent from');
  const raw = await compose(mail, from);
  // A laptop never loads this module.
  const { sendBySes } = await import('./ses.ts');
  return sendBySes(raw, from, mail.to);
}
