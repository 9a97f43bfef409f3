import type { Log } from '#lib/local/log.ts';
import { openBook } from './book.ts';
import { callsOf } from './calls.ts';
import { openCourier } from './courier.ts';
import { type Desk, openDesk } from './desk.ts';
import { type Faults, noFaults } from './faults.ts';
import { gatewayKeys } from './keys.ts';
import { serve } from './server.ts';

/** A payment gateway on this machine that speaks Razorpay's API. */
export interface LocalGateway {
  /** What stands for https://api.razorpay.com: `unix:<socketPath>`. */
  readonly url: string;
  readonly desk: Desk;
  readonly faults: Faults;
  close(): Promise<void>;
}

interface Options {
  /** Where it keeps what it knows. */
  dir: string;
  keyFile: string;
  /** Where it listens. */
  socketPath: string;
  /** Where its webhooks go. */
  webhookUrl: string;
  log: Pick<Log, 'warn'>;
  /** Milliseconds before a webhook's first repetition. */
  patience?: number;
}

/** Starts it; what it knew at the last stop, it knows again. */
export async function startGateway({
  dir,
  keyFile,
  socketPath,
  webhookUrl,
  log,
  patience,
}: Options): Promise<LocalGateway> {
  const keys = gatewayKeys(keyFile);
  const book = openBook(dir);
  const faults = noFaults();
  const courier = openCourier({ book, keys, faults, log, url: webhookUrl, ...(patience && { patience }) });
  const desk = openDesk(book, courier, keys);
  const server = await serve(callsOf(desk, faults), keys, faults, socketPath);
  return {
    url: server.url,
    desk,
    faults,
    async close() {
      await server.close();
      await courier.close();
      book.close();
    },
  };
}
