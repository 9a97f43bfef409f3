import { prepareLetter } from '#lib/domain/identity/sessions/reset-mail.ts';
import { sendNewMails } from '#lib/domain/platform/mail/send-mails.ts';
import { stream } from '#lib/edge/task.ts';

/** As soon as mail is posted: sends it. In the cloud alone; a laptop has a wakeup for that. */
export const handler = stream('mailStream', (keys) => sendNewMails(keys, prepareLetter));
