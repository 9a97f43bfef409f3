import { realNow } from '#lib/drivers/clocks/real.ts';
import { newId } from '#lib/model/platform/ids.ts';
import type { Mail } from '#lib/model/platform/mail.ts';

/** A mail as the domain writes it. */
export const mailOf = (change: Partial<Mail> = {}): Mail => ({
  id: newId('mail', realNow()),
  at: '2026-11-21T04:10:00Z',
  to: 'asha@example.com',
  subject: '123456 is your verification code',
  text: 'Enter this code:\n\n123456\n',
  html: '<p>Enter this code:</p>\n<p>123456</p>\n',
  kind: 'verify_email',
  code: '123456',
  ...change,
});
