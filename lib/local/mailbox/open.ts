import { civilNow } from '#lib/drivers/clocks/civil.ts';
import type { Log } from '#lib/local/log.ts';
import type { ScheduledTask } from '#lib/local/schedules/scheduled-task.ts';
import type { StreamReader } from '#lib/local/stream/reader.ts';
import { type PostOffice, postOffice } from './post-office.ts';

/** The laptop's replacement for a mail service. */
export interface LocalMail {
  /** The folder in which mails are stored. */
  readonly dir: string;
  readonly office: PostOffice;
}

/** The mail in this folder. The reader of the stream sends it as it is posted; the office waits for that. */
export function openMail(
  schedules: readonly ScheduledTask[],
  dir: string,
  { apartFromMail }: Pick<StreamReader, 'apartFromMail'>,
  log: Log,
): LocalMail {
  return { dir, office: postOffice(schedules, civilNow, log, apartFromMail) };
}
