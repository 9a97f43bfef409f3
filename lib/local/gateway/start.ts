import type { Log } from '#lib/local/log.ts';
import { gatewayKeys, openBook } from './book.ts';
import { callsOf } from './calls.ts';
import { openCourier } from './courier.ts';
import { type Desk, openDesk } from './desk.ts';
import { type Faults, noFaults } from './faults.ts';
import { serve } from './server.ts';

/** A simulated payment gateway on this machine that speaks Razorpay's API. */
export interface LocalGateway {
  /** The address that replaces https://api.razorpay.com: `unix:<socketPath>`. */
  readonly url: string;
  readonly desk: Desk;
  readonly faults: Faults;
  close(): Promise<void>;
}

interface Options {
  /** The folder of its state. */
  dir: string;
  keyFile: string;
  /** The socket to listen on. */
  socketPath: string;
  /** The address of the merchant's webhook. */
  webhookUrl: string;
  log: Pick<Log, 'warn'>;
  /** Milliseconds before a webhook's first repetition. */
  retryDelayMs?: number;
}

/** Starts the gateway with the state of the last stop. */
export async function startGateway({
  dir,
  keyFile,
  socketPath,
  webhookUrl,
  log,
  retryDelayMs,
}: Options): Promise<LocalGateway> {
  const keys = gatewayKeys(keyFile);
  const book = openBook(dir);
  const faults = noFaults();
  const courier = openCourier({ book, keys, faults, log, url: webhookUrl, ...(retryDelayMs && { retryDelayMs }) });
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
