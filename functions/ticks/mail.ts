import { wantedOf } from '#lib/domain/identity/sessions/reset-mail.ts';
import { sendMails } from '#lib/domain/platform/mail/send-mails.ts';
import { tick } from '#lib/edge/tick.ts';

/** Every minute: sends the mail that nobody could send before. */
export const handler = tick('mailTick', () => sendMails(wantedOf));
