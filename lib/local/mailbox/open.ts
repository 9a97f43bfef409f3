import { createServer } from 'node:net';
import { civilNow } from '#lib/drivers/clocks/civil.ts';
import type { Log } from '#lib/local/log.ts';
import type { ScheduledTask } from '#lib/local/schedules/scheduled-task.ts';
import { type PostOffice, postOffice } from './post-office.ts';

/** The laptop's replacement for a mail service. */
export interface LocalMail {
  /** The folder in which mails are stored. */
  readonly dir: string;
  readonly office: PostOffice;
  /** Accepts no more wakeups, and waits until posted mail has been tried. */
  close(): Promise<void>;
}

/** Sends mail whenever a function writes to the unix socket SVC_MAIL_WAKEUP (`wakeup`). */
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

/** Runs a scheduled task whenever a function writes to the unix socket at `wakeup`, and `restMs` later. */
export async function runWhenWoken(
  schedules: readonly ScheduledTask[],
  { task, restMs }: { readonly task: string; readonly restMs: number },
  wakeup: string,
  log: Log,
): Promise<{ close(): Promise<void> }> {
  const worker = postOffice(schedules, civilNow, log, task, restMs);
  const bell = await openWakeup(wakeup, () => worker.send());
  return {
    async close() {
      bell.close();
      await worker.send();
    },
  };
}

/** Calls `answer` each time a function writes to the unix socket at `path`. `close` accepts no more wakeups. */
async function openWakeup(path: string, answer: () => Promise<unknown>): Promise<{ close(): void }> {
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.resume().end();
    void answer();
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(path, resolve));
  return { close: () => void server.close() };
}
