import type { Mail } from '#lib/model/platform/mail.ts';

/** Thrown for a mail that no retry can send. The message says why and never quotes the mail. */
export class UnsendableError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'UnsendableError';
  }
}

/**
 * Composes a mail in the form of RFC 5322, as text and HTML, to one address. Throws UnsendableError for any text that
 * could add a header or another recipient. `from` is `Name <address>` or an address of the operator's settings.
 */
export async function compose(mail: Mail, from: string): Promise<Buffer> {
  const sender = addressOf(from);
  if (!isAddress(mail.to)) throw new UnsendableError('the recipient is no single e-mail address');
  if (!sender) throw new UnsendableError('SVC_MAIL_FROM is no e-mail address (Name <address>, or an address)');
  if (!isLine(mail.subject)) throw new UnsendableError('the subject is more than one line');
  // More than half of what the reader of the stream would load at its start.
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer');
  const message = new MailComposer({
    from: sender,
    // An object, because a string would be parsed as a list of addresses.
    to: { name: '', address: mail.to },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    date: new Date(mail.at),
    // The same at every attempt, so that a mail that is sent twice shows once.
    messageId: `<${mail.id}@${sender.address.split('@')[1]}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return message.compile().build();
}

function addressOf(from: string): { name: string; address: string } | undefined {
  const [, quoted = '', bracketed] = /^([^<>]*)<([^<>]+)>$/.exec(from.trim()) ?? [];
  const name = quoted.trim().replace(/^"([^"]*)"$/, '$1');
  const address = bracketed ?? from.trim();
  return isLine(name) && !name.includes('"') && isAddress(address) ? { name, address } : undefined;
}

/**
 * Whether a text is one address. Stricter than RFC 5321: quoting, comments and lists are refused, because they can be
 * read in two ways.
 */
function isAddress(text: string): boolean {
  return text.length <= 254 && isLine(text) && /^[^\s"(),:;<>@[\\\]]+@[^\s"(),:;<>@[\\\]]+$/.test(text);
}

function isLine(text: string): boolean {
  return !/[\p{Cc}\u2028\u2029]/u.test(text);
}
