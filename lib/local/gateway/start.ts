import type { Log } from '#lib/local/log.ts';
import type { Part } from '#lib/local/state/part.ts';
import { gatewayKeys, openBook } from './book.ts';
import { callsOf } from './calls.ts';
import { openCourier } from './courier.ts';
import { type Desk, openDesk } from './desk.ts';
import { type Faults, noFaults } from './faults.ts';
import { serve } from './server.ts';

/** A simulated payment gateway on this machine that speaks Razorpay's API. While it is released, calls fail. */
export interface LocalGateway extends Part {
  /** The address that replaces https://api.razorpay.com: `unix:<socketPath>`. */
  readonly url: string;
  /** The desk that is open at this moment. */
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
export async function startGateway(options: Options): Promise<LocalGateway> {
  const faults = noFaults();
  let office = openOffice(options, faults);
  const server = await serve(() => office, faults, options.socketPath);
  return {
    url: server.url,
    get desk() {
      return office.desk;
    },
    faults,
    release: () => office.close(),
    async reopen() {
      office = openOffice(options, faults);
    },
    async close() {
      await server.close();
      await office.close();
    },
  };
}

/** What the gateway has open: its keys and its book, and who acts on them. */
function openOffice({ dir, keyFile, webhookUrl, log, retryDelayMs }: Options, faults: Faults) {
  const keys = gatewayKeys(keyFile);
  const book = openBook(dir);
  const courier = openCourier({ book, keys, faults, log, url: webhookUrl, ...(retryDelayMs && { retryDelayMs }) });
  const desk = openDesk(book, courier, keys);
  return {
    keys,
    desk,
    calls: callsOf(desk, faults),
    async close() {
      await courier.close();
      book.close();
    },
  };
}
