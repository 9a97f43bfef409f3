import { type IncomingMessage, request, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { sourceOf } from '#lib/local/inside/sources.ts';
import { writeSource } from '#lib/model/platform/source.ts';
import { closeFrame, FrameFollower } from './frames.ts';
import { requestHeaders, SOURCE_HEADER } from './headers.ts';
import { refuseRaw } from './raw.ts';
import { unavailable } from './refusals.ts';
import { relayOf } from './relays.ts';
import { pathOf } from './routing.ts';

const CONSOLE = /^\/compute\/ws\/instances\/([^/]+)\/console$/;

/** Whether a request is for a console (contract 0.10), with or without an upgrade. */
export const isConsole = ({ url = '/' }: IncomingMessage): boolean => CONSOLE.test(pathOf(url));

/** The open consoles, which the front listener can end. */
export class Consoles {
  readonly #relays: readonly string[];
  readonly #open = new Set<(code: number, reason: string) => void>();

  /** `relays` are the sockets of the hosts' relays. */
  constructor(relays: readonly string[]) {
    this.#relays = relays;
  }

  /** Passes a handshake and the bytes after it to the relay of its machine. A refusal is passed back unchanged. */
  async pass(req: IncomingMessage, client: Duplex, head: Buffer): Promise<void> {
    client.on('error', () => client.destroy());
    const socketPath = await relayOf(this.#relays, CONSOLE.exec(pathOf(req.url ?? '/'))?.[1] ?? '');
    if (!client.destroyed) this.#passTo(socketPath, req, client, head);
  }

  #passTo(socketPath: string, req: IncomingMessage, client: Duplex, head: Buffer): void {
    const outgoing = request({
      socketPath,
      method: req.method ?? 'GET',
      path: req.url ?? '/',
      headers: {
        ...requestHeaders(req),
        connection: 'Upgrade',
        upgrade: req.headers.upgrade ?? 'websocket',
        [SOURCE_HEADER]: writeSource(sourceOf(req.socket)),
      },
    });
    client.on('error', () => outgoing.destroy());
    client.once('close', () => outgoing.destroy());
    outgoing.on('error', () => refuseRaw(client, unavailable));
    outgoing.on('response', (answer) => passRefusal(answer, client));
    outgoing.on('upgrade', (answer, relay, first) => {
      client.removeAllListeners('close');
      client.write(headOf(answer));
      if (head.length > 0) relay.write(head);
      this.#join(client, relay, first);
    });
    outgoing.end();
  }

  /** Ends every console when the platform stops. */
  close(): void {
    for (const end of this.#open) end(1012, 'the platform goes down');
  }

  #join(client: Duplex, relay: Duplex, first: Buffer): void {
    const follower = new FrameFollower();
    const toClient = (bytes: Buffer) => {
      follower.pass(bytes);
      if (!client.write(bytes)) relay.pause();
    };
    const end = (code: number, reason: string) => {
      this.#open.delete(end);
      relay.destroy();
      if (follower.isBetween && client.writable) client.end(closeFrame(code, reason));
      else client.end();
      // What the browser sends from now on is discarded.
      client.resume();
      setTimeout(() => client.destroy(), 1_000).unref();
    };
    this.#open.add(end);
    if (first.length > 0) toClient(first);
    relay.on('data', toClient);
    client.on('drain', () => relay.resume());
    client.pipe(relay);
    relay.on('error', () => relay.destroy());
    relay.once('close', () => this.#open.has(end) && end(1011, 'the host agent went down'));
    client.once('close', () => {
      this.#open.delete(end);
      relay.destroy();
    });
  }
}

function passRefusal(answer: IncomingMessage, client: Duplex): void {
  client.write(headOf(answer));
  answer.pipe(client);
}

/** The head of an answer, unchanged. */
function headOf({ statusCode = 500, rawHeaders }: IncomingMessage): string {
  const lines = rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${rawHeaders[at + 1]}`] : []));
  return `${[`HTTP/1.1 ${statusCode} ${STATUS_CODES[statusCode] ?? ''}`, ...lines].join('\r\n')}\r\n\r\n`;
}
