import { UnsendableError } from '#lib/drivers/mail/compose.ts';
import { sendMail as send } from '#lib/drivers/mail/send.ts';
import { strikeOf } from '#lib/local/dev/faults/ask.ts';
import type { Mail } from '#lib/model/platform/mail.ts';

/** Sends a mail, unless a fault has the mail service refuse it for good, or not answer. */
export async function sendMail(mail: Mail): Promise<void> {
  const subject = { names: [mail.kind], ids: [mail.to, mail.id] };
  const struck = await strikeOf({ where: 'mail', subject });
  if (struck?.outcome === 'refused') throw new UnsendableError('the mail service refuses it: MessageRejected');
  if (struck) throw new Error('the mail service does not answer');
  return send(mail);
}
