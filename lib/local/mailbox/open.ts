import { createServer } from 'node:net';
import { civilNow } from '#lib/drivers/clocks/civil.ts';
import type { Log } from '#lib/local/log.ts';
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
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.resume().end();
    void office.send();
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(doorbell, resolve));
  return {
    dir,
    office,
    async close() {
      server.close();
      await office.send();
    },
  };
}
