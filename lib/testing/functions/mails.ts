import { handler as mailSchedule } from '#functions/scheduled/mail.ts';
import { readMailbox } from '#lib/drivers/mail/mailbox.ts';
import type { Mail } from '#lib/model/platform/mail.ts';
import { give, settingOf } from './environment.ts';
import { newFolder } from './folder.ts';

/** The folder for this process's mail. It is removed with the process. */
export function mailbox(): string {
  const known = settingOf('SVC_MAILBOX_DIR');
  if (known) return known;
  const dir = newFolder('mailbox');
  give({ SVC_BASE_URL: settingOf('SVC_BASE_URL') ?? 'http://localhost:3000', SVC_MAILBOX_DIR: dir });
  return dir;
}

/** Sends the mail of the outbox, and answers the mails to an address, newest first. */
export async function mailsTo(to: string): Promise<Mail[]> {
  const dir = mailbox();
  await mailSchedule();
  return readMailbox(dir, { to, limit: 1000 });
}
