import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { handler as mailSchedule } from '#functions/scheduled/mail.ts';
import { readMailbox } from '#lib/drivers/mail/mailbox.ts';
import type { Mail } from '#lib/model/platform/mail.ts';

/** The folder for this process's mail. It is removed with the process. */
export function mailbox(): string {
  if (process.env.SVC_MAILBOX_DIR) return process.env.SVC_MAILBOX_DIR;
  const dir = mkdtempSync(join(tmpdir(), 'svc-test-mailbox-'));
  process.on('exit', () => rmSync(dir, { recursive: true, force: true }));
  process.env.SVC_BASE_URL ??= 'http://localhost:3000';
  process.env.SVC_MAILBOX_DIR = dir;
  return dir;
}

/** Sends the mail of the outbox, and answers the mails to an address, newest first. */
export async function mailsTo(to: string): Promise<Mail[]> {
  const dir = mailbox();
  await mailSchedule();
  return readMailbox(dir, { to, limit: 1000 });
}
