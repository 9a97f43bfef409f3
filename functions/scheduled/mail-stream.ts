import { prepareLetter } from '#lib/domain/identity/sessions/reset-mail.ts';
import { sendNewMails } from '#lib/domain/platform/mail/send-mails.ts';
import { stream } from '#lib/edge/task.ts';

/** Sends mail as soon as it is posted. Only in the cloud; a laptop is woken instead. */
export const handler = stream('mailStream', (keys) => sendNewMails(keys, prepareLetter));
