import { connect, type Socket } from 'node:net';

/** A request as its bytes: written once, sent often. */
export type Wire = Buffer;

/** What a request is made of. */
export interface Asked {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

/** One reply, read to its end. The body is empty where it is larger than 16 MiB. */
export interface RawReply {
  readonly status: number;
  readonly body: Buffer;
  /** Milliseconds from the first byte sent to the last byte received. */
  readonly ms: number;
}

const KEPT_BODY = 16 * 1024 * 1024;
const HEAD_ENDS = '\r\n\r\n';

/** The bytes of an HTTP/1.1 request to the host of `base`. */
export function wire(base: string, { method = 'GET', path, headers = {}, body = '' }: Asked): Wire {
  const bytes = Buffer.from(body as string);
  const all = {
    host: new URL(base).host,
    ...headers,
    ...(bytes.length > 0 && { 'content-length': `${bytes.length}` }),
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`), bytes]);
}

/**
 * The one client of every side that is measured: a socket, bytes written, bytes read to the end of the reply. It keeps
 * its one connection; where a server closes that after a reply, the next request opens another, as any client must.
 */
export class RawClient {
  readonly #host: string;
  readonly #port: number;
  #socket: Socket | undefined;

  constructor(base: string) {
    const { hostname, port } = new URL(base);
    this.#host = hostname === 'localhost' ? '127.0.0.1' : hostname;
    this.#port = Number(port);
  }

  /** Sends a request and reads the whole reply; one request at a time. Rejects where the connection ends before. */
  async ask(request: Wire): Promise<RawReply> {
    const began = performance.now();
    const socket = this.#socket ?? (await this.#open());
    const reply = new Reply();
    return new Promise((resolve, reject) => {
      const end = (error?: Error) => {
        socket.off('data', take).off('close', closed).off('error', end);
        if (error || reply.closes) this.close();
        if (error) reject(error);
        else resolve({ status: reply.status, body: reply.body(), ms: performance.now() - began });
      };
      const take = (bytes: Buffer) => {
        if (reply.take(bytes)) end();
      };
      const closed = () => end(reply.isEndedByClose ? undefined : new Error('the server closed the connection'));
      socket.on('data', take).on('close', closed).on('error', end);
      socket.write(request);
    });
  }

  /** Milliseconds of a request that must be answered with this status. */
  async time(request: Wire, expected = 200): Promise<number> {
    const { status, body, ms } = await this.ask(request);
    if (status === expected) return ms;
    const line = request.subarray(0, request.indexOf('\r\n'));
    throw new Error(`${line} answered ${status}, not ${expected}: ${body.subarray(0, 200)}`);
  }

  close(): void {
    this.#socket
      ?.removeAllListeners()
      .on('error', () => undefined)
      .destroy();
    this.#socket = undefined;
  }

  async #open(): Promise<Socket> {
    const socket = connect({ host: this.#host, port: this.#port, noDelay: true });
    await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject));
    socket.removeAllListeners('error').on('error', () => this.close());
    socket.once('close', () => {
      if (this.#socket === socket) this.#socket = undefined;
    });
    this.#socket = socket;
    return socket;
  }
}

/** A reply as its bytes come in. */
class Reply {
  status = 0;
  closes = false;
  isEndedByClose = false;
  #head: Buffer | undefined = Buffer.alloc(0);
  #length = 0;
  #isChunked = false;
  #got = 0;
  #parts: Buffer[] = [];
  #last = Buffer.alloc(0);

  /** Whether the reply is whole with these bytes. */
  take(bytes: Buffer): boolean {
    if (this.#head === undefined) return this.#more(bytes);
    this.#head = this.#head.length === 0 ? bytes : Buffer.concat([this.#head, bytes]);
    const end = this.#head.indexOf(HEAD_ENDS);
    if (end < 0) return false;
    const rest = this.#head.subarray(end + HEAD_ENDS.length);
    this.#read(this.#head.subarray(0, end).toString('latin1').toLowerCase());
    this.#head = undefined;
    return this.#more(rest);
  }

  body(): Buffer {
    return this.#got > KEPT_BODY ? Buffer.alloc(0) : Buffer.concat(this.#parts);
  }

  #read(head: string): void {
    this.status = Number(head.slice(9, 12));
    this.closes = head.startsWith('http/1.0') || head.includes('\r\nconnection: close');
    this.#isChunked = head.includes('\r\ntransfer-encoding: chunked');
    const length = /\r\ncontent-length: *(\d+)/.exec(head)?.[1];
    this.#length = Number(length ?? 0);
    this.isEndedByClose = length === undefined && !this.#isChunked && this.closes;
  }

  #more(bytes: Buffer): boolean {
    this.#got += bytes.length;
    if (this.#got <= KEPT_BODY) this.#parts.push(bytes);
    if (this.isEndedByClose) return false;
    if (!this.#isChunked) return this.#got >= this.#length;
    this.#last = Buffer.concat([this.#last, bytes]).subarray(-7);
    return this.#last.toString('latin1').endsWith('\r\n0\r\n\r\n') || this.#last.toString('latin1') === '0\r\n\r\n';
  }
}
