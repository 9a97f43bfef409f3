import { prepareLetter } from '#lib/domain/identity/sessions/reset-mail.ts';
import { sendMails } from '#lib/domain/platform/mail/send-mails.ts';
import { scheduledTask } from '#lib/edge/task.ts';

/** Every minute: sends the mail that could not be sent earlier. */
export const handler = scheduledTask('mailSchedule', () => sendMails(prepareLetter));
