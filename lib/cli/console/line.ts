import { WebSocket } from 'ws';
import { checkedAgent } from '#lib/cli/config/peers.ts';
import { exits, Failure } from '#lib/cli/failure.ts';
import { parsed } from '#lib/client/error.ts';

/** What is told of a console's end that is not the shell's own, by its close code (contract 4.1). */
const ends: Readonly<Record<number, { readonly message: string; readonly exit: number; readonly hint?: string }>> = {
  1006: { message: 'the connection was lost', exit: exits.unavailable, hint: 'the same command again' },
  1011: { message: 'the machine does not answer', exit: exits.unavailable, hint: 'svc instance get NAME' },
  1012: { message: 'the platform is stopping', exit: exits.unavailable, hint: 'the same command again' },
  4401: { message: 'the login has ended', exit: exits.login, hint: 'svc login' },
  4403: { message: 'the console is no longer allowed', exit: exits.denied },
  4404: { message: 'the instance no longer exists', exit: exits.missing },
  4408: { message: 'nothing was typed or shown for 15 minutes', exit: exits.other, hint: 'the same command again' },
  4409: { message: 'the instance is not running', exit: exits.conflict, hint: 'svc instance start NAME' },
};

/** The failure of a console that closed with this code before its shell had ended. */
function closedWith(code: number, reason: string): Failure {
  const { message, exit, hint } = ends[code] ?? { message: reason || `closed with code ${code}`, exit: exits.other };
  return new Failure(`console: ${message}`, { exit, code: 'console_closed', hint });
}

/** Bytes of a frame at most. */
const largestFrame = 64 * 1024;

/** Bytes that wait to be sent before typing is held back. */
const full = 256 * 1024;

/** Milliseconds between two signs of life, so that nothing in between forgets the connection. */
const heartbeat = 25_000;

/** How a console ended: with its shell's exit code, or a failure. */
type End = { readonly code: number } | { readonly failure: Failure };

/** What happens at the other end of a console. */
interface Listener {
  ready(): void;
  /** Takes bytes of the terminal; answers a promise where it cannot take more for now. */
  bytes(data: Buffer): Promise<void> | undefined;
}

/** The line of a console: bytes of a terminal both ways, over the WebSocket of the platform. */
export class Line {
  readonly #socket: WebSocket;
  readonly ended: Promise<End>;

  /** The address has a ticket, which opens one console: nobody else is to see it. */
  constructor(url: string, size: { cols: number; rows: number }, listener: Listener) {
    const address = new URL(url);
    for (const [name, value] of Object.entries(size)) address.searchParams.set(name, String(value));
    // Over TLS the certificate tells who listens.
    const agent = address.protocol === 'ws:' ? checkedAgent() : undefined;
    this.#socket = new WebSocket(address, { perMessageDeflate: false, handshakeTimeout: 30_000, agent });
    this.ended = this.#listen(listener);
  }

  #listen(listener: Listener): Promise<End> {
    const socket = this.#socket;
    let code: number | undefined;
    socket.on('message', (data: Buffer, isBinary) => {
      if (isBinary) return this.#held(listener.bytes(data));
      const said = parsed<{ type?: string; code?: number }>(data.toString('utf8'));
      if (said?.type === 'ready') listener.ready();
      if (said?.type === 'exit') code = Number.isInteger(said.code) ? said.code : 0;
    });
    const beat = setInterval(() => this.#say({ type: 'ping' }), heartbeat);
    return new Promise((resolve) => {
      let failure: Failure | undefined;
      socket.once('error', (error) => {
        if (error instanceof Failure) failure = error;
        else failure = new Failure(`console: ${error.message}`, { exit: exits.unavailable, code: 'connection_failed' });
      });
      socket.once('close', (close, reason) => {
        clearInterval(beat);
        if (code !== undefined) resolve({ code });
        else resolve({ failure: failure ?? closedWith(close, reason.toString('utf8')) });
      });
    });
  }

  #held(until: Promise<void> | undefined): void {
    if (!until) return;
    this.#socket.pause();
    void until.then(() => this.#socket.resume());
  }

  /** Sends bytes that were typed; answers a promise where the line is full. */
  type(bytes: Buffer): Promise<void> | undefined {
    if (this.#socket.readyState !== WebSocket.OPEN) return undefined;
    let last: Promise<void> | undefined;
    for (let at = 0; at < bytes.length; at += largestFrame)
      last = new Promise((resolve) => this.#socket.send(bytes.subarray(at, at + largestFrame), () => resolve()));
    return this.#socket.bufferedAmount > full ? last : undefined;
  }

  resize(size: { cols: number; rows: number }): void {
    this.#say({ type: 'resize', ...size });
  }

  /** Hangs up. */
  close(): void {
    this.#socket.resume();
    this.#socket.close(1000);
    setTimeout(() => this.#socket.terminate(), 2000).unref();
  }

  #say(message: object): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }
}
