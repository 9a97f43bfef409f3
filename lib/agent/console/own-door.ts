import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:https';
import type { BrowserHandshake } from '#lib/model/compute/host-messages.ts';
import type { ConsoleAddress } from '#lib/model/platform/console-address.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import type { Door } from './door.ts';
import { type OwnCertificate, readOwnCertificate } from './own-certificate.ts';

/** Where a host serves its consoles by itself, and with what. */
export interface OwnDoorPlace {
  readonly address: ConsoleAddress;
  /** What it listens on. */
  readonly listen: { readonly host: string; readonly port: number };
  /** The files of the certificate and its key. */
  readonly files: { readonly cert: string; readonly key: string };
  log(text: string): void;
}

/** Milliseconds between two looks at the files of the certificate, and within which a browser says its request. */
const LOOK_EVERY_MS = 10_000;
const SAY_WITHIN_MS = 10_000;
const MOST_CONNECTIONS = 4_096;

/** Handshakes of one address in a second: as many as one principal may ask for (contract 1.6). */
const MOST_A_SECOND = 30;

/**
 * The door of a host that has joined: TLS with a certificate of its own, for browsers with a ticket that come from a
 * page of the deployment. It is open while the certificate is good, and takes a renewed one by itself.
 */
export class OwnDoor implements Door {
  readonly server = createServer({
    minVersion: 'TLSv1.2',
    handshakeTimeout: SAY_WITHIN_MS,
    headersTimeout: SAY_WITHIN_MS,
    requestTimeout: SAY_WITHIN_MS,
    connectionsCheckingInterval: SAY_WITHIN_MS / 5,
    maxHeaderSize: 16_384,
    noDelay: true,
  });
  readonly #place: OwnDoorPlace;
  readonly #timers: readonly NodeJS.Timeout[];
  readonly #sources = new Map<string, number>();
  #certificate: OwnCertificate | undefined;
  #fault = '';
  #origins: readonly string[] = [];

  private constructor(place: OwnDoorPlace) {
    this.#place = place;
    this.server.maxConnections = MOST_CONNECTIONS;
    this.server.on('clientError', (_, socket) => socket.destroy());
    // Why it does not listen, look() says; nothing else ends the agent.
    this.server.on('error', () => undefined);
    const every = (ms: number, act: () => void) => setInterval(act, ms).unref();
    this.#timers = [every(LOOK_EVERY_MS, () => void this.look()), every(1000, () => this.#sources.clear())];
  }

  /** Opens it; where that cannot be now, it is tried again later. */
  static async open(place: OwnDoorPlace): Promise<OwnDoor> {
    const door = new OwnDoor(place);
    await door.look();
    return door;
  }

  /** Where browsers reach it; undefined while they do not. */
  get url(): string | undefined {
    return this.server.listening && this.#isGood ? this.#place.address.origin : undefined;
  }

  /** How it is, in a few words for whoever runs the host. */
  get state(): string {
    const { origin } = this.#place.address;
    const until = this.#certificate?.until.toISOString();
    return this.url ? `${origin}, certificate until ${until}` : `none: ${this.#fault || 'the certificate has expired'}`;
  }

  /** Lets pages of these origins in, and of no others. */
  allow(origins: readonly string[]): void {
    this.#origins = origins;
  }

  /** Takes the certificate as its files have it now, and listens. What is wrong is logged once. */
  async look(): Promise<void> {
    const { files, address, log } = this.#place;
    try {
      const found = readOwnCertificate(files, address.host, new Date());
      if (found.cert !== this.#certificate?.cert || found.key !== this.#certificate.key) {
        this.server.setSecureContext({ cert: found.cert, key: found.key, minVersion: 'TLSv1.2' });
        log(`consoles: the certificate of ${address.host} is good until ${found.until.toISOString()}`);
      }
      this.#certificate = found;
      if (!this.server.listening) await this.#listen();
      this.#fault = '';
    } catch (error) {
      const { message } = error as Error;
      // A certificate that is being renewed may be there before its key: the one before goes on until it is over.
      if (message !== this.#fault) log(`consoles: ${message}`);
      this.#fault = message;
    }
  }

  get #isGood(): boolean {
    return this.#certificate !== undefined && Date.now() < this.#certificate.until.getTime();
  }

  #listen(): Promise<void> {
    return new Promise((done, failed) => {
      this.server.once('error', failed);
      this.server.listen(this.#place.listen, () => {
        this.server.off('error', failed);
        done();
      });
    });
  }

  /** Nobody's token or cookie goes on from here, whatever a browser sends. */
  read({ headers, socket }: IncomingMessage): Pick<BrowserHandshake, 'headers' | 'source_ip'> {
    const { origin } = headers;
    return { headers: origin === undefined ? {} : { origin }, source_ip: socket.remoteAddress ?? '' };
  }

  check({ headers: { origin }, query, source_ip }: BrowserHandshake): void {
    const ticket = new URLSearchParams(query).get('ticket');
    if (ticket === null) throw new ApiError('missing_credentials', 'credentials are missing: send ?ticket=');
    if (!/^ct_[\w-]{20,128}$/.test(ticket))
      throw new ApiError(
        'invalid_token',
        'ticket: is not one for this console, was used, or is more than 60 seconds old',
      );
    if (origin !== undefined && !this.#origins.includes(origin))
      throw new ApiError('cross_origin', `Origin: ${JSON.stringify(origin.slice(0, 256))} may not open this console`);
    const before = this.#sources.get(source_ip) ?? 0;
    this.#sources.set(source_ip, before + 1);
    if (before < MOST_A_SECOND) return;
    const said = `rate limit exceeded: ${MOST_A_SECOND} requests per second; retry after 1 second`;
    throw new ApiError('rate_limited', said, { retryAfter: 1 });
  }

  answer(): boolean {
    return false;
  }

  close(): void {
    for (const timer of this.#timers) clearInterval(timer);
    this.server.close();
    this.server.closeAllConnections();
  }
}
