import { civilNow } from '#lib/drivers/clocks/civil.ts';
import type { Log } from '#lib/local/log.ts';
import { openDoorbell } from '#lib/local/ticks/doorbell.ts';
import type { Tick } from '#lib/local/ticks/tick.ts';
import { type PostOffice, postOffice } from './post-office.ts';

/** What a laptop has instead of a mail service. */
export interface LocalMail {
  /** The folder that mails come to. */
  readonly dir: string;
  readonly office: PostOffice;
  /** Takes no more knocks, and waits until what was posted has been tried. */
  close(): Promise<void>;
}

/** Has mail sent as soon as a function knocks at the unix socket SVC_MAIL_DOORBELL (`doorbell`). */
export async function openMail(
  ticks: readonly Tick[],
  { dir, doorbell }: { dir: string; doorbell: string },
  log: Log,
): Promise<LocalMail> {
  const office = postOffice(ticks, civilNow, log);
  const bell = await openDoorbell(doorbell, () => office.send());
  return {
    dir,
    office,
    async close() {
      bell.close();
      await office.send();
    },
  };
}

/** Has documents made as soon as a function knocks at the unix socket SVC_DOCUMENTS_DOORBELL (`doorbell`). */
export async function openPress(
  ticks: readonly Tick[],
  doorbell: string,
  log: Log,
): Promise<{ close(): Promise<void> }> {
  const press = postOffice(ticks, civilNow, log, 'documentsTick');
  const bell = await openDoorbell(doorbell, () => press.send());
  return {
    async close() {
      bell.close();
      await press.send();
    },
  };
}
