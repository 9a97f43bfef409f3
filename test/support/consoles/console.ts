// biome-ignore lint/plugin: Retry-After names seconds
import { setTimeout as wait } from 'node:timers/promises';
import { type ClientOptions, WebSocket } from 'ws';
import { eventually } from '#test/support/vitest/eventually.ts';

/** How a handshake was refused. */
export interface RefusedHandshake {
  status: number;
  code: string | undefined;
  requestId: string | undefined;
  body: { error: string };
}

/** A browser's end of a console, by a real WebSocket client. */
export class ConsoleClient {
  readonly socket: WebSocket;
  /** The machine's output so far, as text. */
  seen = '';
  /** Text frames, parsed. */
  readonly said: { type: string; code?: number }[] = [];
  /** The close code and reason. */
  readonly closed: Promise<{ code: number; reason: string }>;

  private constructor(socket: WebSocket) {
    this.socket = socket;
    socket.on('message', (data, binary) => {
      if (binary) this.seen += data.toString();
      else this.said.push(JSON.parse(data.toString()));
    });
    this.closed = new Promise((done) =>
      socket.once('close', (code, reason) => done({ code, reason: reason.toString() })),
    );
    socket.on('error', () => undefined);
  }

  /** Opens a console, or answers how it was refused. */
  static connect(url: string, options: ClientOptions = {}): Promise<ConsoleClient | RefusedHandshake> {
    return new Promise((resolve, reject) => {
      const socket = new WebSocket(url, options);
      const client = new ConsoleClient(socket);
      socket.once('open', () => {
        socket.off('error', reject);
        resolve(client);
      });
      socket.once('error', reject);
      socket.once('unexpected-response', (_, reply) => {
        let text = '';
        reply.on('data', (chunk: Buffer) => {
          text += chunk;
        });
        reply.on('end', () =>
          resolve({
            status: reply.statusCode ?? 0,
            code: reply.headers['x-error-code'] as string | undefined,
            requestId: reply.headers['x-request-id'] as string | undefined,
            body: JSON.parse(text),
          }),
        );
      });
    });
  }

  /** Opens a console and waits for its shell. Waits for the rate limit, as a good client does; throws when refused. */
  static async open(url: string, options: ClientOptions = {}): Promise<ConsoleClient> {
    const client = await ConsoleClient.connect(url, options);
    if (!(client instanceof ConsoleClient)) {
      if (client.code !== 'rate_limited') throw new Error(`refused: ${JSON.stringify(client)}`);
      await wait(1000);
      return ConsoleClient.open(url, options);
    }
    const ready = eventually(() => client.said.some(({ type }) => type === 'ready'), { seen: () => client.said });
    const over = client.closed.then(({ code, reason }) => Promise.reject(new Error(`closed: ${code} ${reason}`)));
    over.catch(() => undefined);
    ready.catch(() => undefined);
    await Promise.race([ready, over]);
    return client;
  }

  type(text: string): void {
    this.socket.send(Buffer.from(text));
  }

  say(message: object | string): void {
    this.socket.send(typeof message === 'string' ? message : JSON.stringify(message));
  }

  /** Waits until the machine's output matches. */
  async until(pattern: RegExp): Promise<void> {
    const seen = () => `${pattern} is not in ${JSON.stringify(this.seen.slice(-2000))}`;
    await eventually(() => pattern.test(this.seen), { seen });
  }
}
