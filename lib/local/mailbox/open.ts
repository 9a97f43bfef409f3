import { civilNow } from '#lib/drivers/clocks/civil.ts';
import type { Log } from '#lib/local/log.ts';
import type { ScheduledTask } from '#lib/local/schedules/scheduled-task.ts';
import { openWakeup } from '#lib/local/schedules/wakeup.ts';
import { type PostOffice, postOffice } from './post-office.ts';

/** What a laptop has instead of a mail service. */
export interface LocalMail {
  /** The folder that mails come to. */
  readonly dir: string;
  readonly office: PostOffice;
  /** Takes no more knocks, and waits until what was posted has been tried. */
  close(): Promise<void>;
}

/** Has mail sent as soon as a function knocks at the unix socket SVC_MAIL_WAKEUP (`wakeup`). */
export async function openMail(
  schedules: readonly ScheduledTask[],
  { dir, wakeup }: { dir: string; wakeup: string },
  log: Log,
): Promise<LocalMail> {
  const office = postOffice(schedules, civilNow, log);
  const bell = await openWakeup(wakeup, () => office.send());
  return {
    dir,
    office,
    async close() {
      bell.close();
      await office.send();
    },
  };
}

/** Has documents made as soon as a function knocks at the unix socket SVC_DOCUMENTS_WAKEUP (`wakeup`). */
export async function startDocumentWorker(
  schedules: readonly ScheduledTask[],
  wakeup: string,
  log: Log,
): Promise<{ close(): Promise<void> }> {
  const worker = postOffice(schedules, civilNow, log, 'documentsSchedule');
  const bell = await openWakeup(wakeup, () => worker.send());
  return {
    async close() {
      bell.close();
      await worker.send();
    },
  };
}
