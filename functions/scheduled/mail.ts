import { prepareLetter } from '#lib/domain/identity/sessions/reset-mail.ts';
import { sendMails } from '#lib/domain/platform/mail/send-mails.ts';
import { scheduledTask } from '#lib/edge/task.ts';

/** Every minute: sends the mail that nobody could send before. */
export const handler = scheduledTask('mailSchedule', () => sendMails(prepareLetter));
