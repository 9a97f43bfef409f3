import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { replyOf } from '#lib/local/api/reply.ts';

/** Runs the function of the handshake with its event, as a gateway's WebSocket API does. */
export type Connect = (event: object) => Promise<unknown>;

/**
 * The WebSocket API of a laptop, on the socket of the host API: a handshake is let through by its function, and
 * `/@connections/<id>` sends by a connection (POST), or ends it (DELETE).
 */
export class Bells {
  readonly #connect: Connect;
  readonly #open = new Map<string, WebSocket>();
  readonly #server = new WebSocketServer({ noServer: true, maxPayload: 128 });

  constructor(connect: Connect) {
    this.#connect = connect;
  }

  /** How many connections are open. */
  get size(): number {
    return this.#open.size;
  }

  /** Answers a handshake. */
  async upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    socket.on('error', () => socket.destroy());
    const connectionId = randomBytes(12).toString('base64url');
    const status = await this.#admit(request, connectionId);
    if (status !== 200) {
      socket.end(`HTTP/1.1 ${status} Refused\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
      return;
    }
    this.#server.handleUpgrade(request, socket, head, (opened) => {
      this.#open.set(connectionId, opened);
      opened.on('error', () => opened.terminate());
      opened.on('close', () => this.#open.delete(connectionId));
    });
  }

  async #admit({ url = '', headers }: IncomingMessage, connectionId: string): Promise<number> {
    const query = Object.fromEntries(new URL(url, 'ws://hosts').searchParams);
    const event = {
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
      queryStringParameters: query,
      requestContext: { routeKey: '$connect', connectionId, identity: { sourceIp: '127.0.0.1' } },
    };
    return replyOf(await this.#connect(event).catch(() => undefined))?.status ?? 500;
  }

  /** Does what a request for `/@connections/<id>` asks; answers the status. Undefined for any other path. */
  asked(method: string, target: string, body: Buffer): number | undefined {
    const [, id] = /^\/(?:@|%40)connections\/([\w-]{1,64})$/.exec(target) ?? [];
    if (id === undefined) return undefined;
    const connection = this.#open.get(id);
    if (!connection) return 410;
    if (method === 'POST') connection.send(body.toString());
    else if (method === 'DELETE') connection.close();
    else return 403;
    return method === 'POST' ? 200 : 204;
  }

  /** Ends every connection. */
  close(): void {
    for (const connection of this.#open.values()) connection.terminate();
  }
}
