import { type ClientRequest, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ignore } from '#lib/runtime/system/errors.ts';
import type { Backend } from './backend.ts';
import type { Front } from './front.ts';
import { hasBody, hopsLeft, plainReason, requestHeaders, responseHeaders, targetOf } from './headers.ts';
import { refuse } from './refuse.ts';

/** Methods that may be sent twice (RFC 9110 9.2.2). */
const idempotent = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE']);

/**
 * Forwards one request. Tries a second backend when the first is lost before it answered and the request may be sent
 * again.
 */
export function forward(front: Front, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const target = incoming.method === 'TRACE' ? 405 : (targetOf(incoming, front.protocol) ?? 400);
  const backend = front.pool.forRequest(incoming.headers.cookie);
  if (typeof target === 'number') refuse(outgoing, target);
  else if (hopsLeft(incoming) === 0) outgoing.writeHead(204).end();
  else if (!backend) refuse(outgoing, 503);
  else new Forwarding(front, incoming, outgoing, target).attempt(backend);
}

/** Between two links of a joined header. */
const linkEnd = /,\s*(?=<)/;

class Forwarding {
  readonly #front: Front;
  readonly #incoming: IncomingMessage;
  readonly #outgoing: ServerResponse;
  readonly #path: string;
  readonly #headers: string[];
  readonly #hasBody: boolean;
  #backend: Backend | undefined;
  #call: ClientRequest | undefined;
  /** Whether the backend has the connection, and so may have acted on the request. */
  #reached = false;
  #consumed = false;
  #late = false;
  #again = false;

  constructor(front: Front, incoming: IncomingMessage, outgoing: ServerResponse, path: string) {
    this.#front = front;
    this.#incoming = incoming;
    this.#outgoing = outgoing;
    this.#path = path;
    this.#headers = requestHeaders(incoming, front);
    this.#hasBody = hasBody(incoming);
    outgoing.on('error', ignore);
    outgoing.once('close', () => this.#end());
  }

  attempt(backend: Backend): void {
    const { limits, target } = this.#front;
    this.#backend = backend;
    this.#reached = false;
    backend.open += 1;
    const call = request({
      agent: backend.agent,
      host: backend.spec.private_ip,
      port: backend.portFor(target),
      method: this.#incoming.method ?? 'GET',
      path: this.#path,
      headers: this.#headers,
      timeout: limits.response,
    });
    this.#call = call;
    call.once('socket', (socket) => this.#connected(call, socket));
    call.once('response', (answer) => this.#relay(answer, call, backend));
    call.on('information', ({ statusCode, headers: { link } }) =>
      this.#hint(statusCode, link === undefined ? [] : [link].flat()),
    );
    call.once('upgrade', (answer) => this.#relay(answer, call, backend));
    call.once('timeout', () => this.#giveUp());
    call.on('error', () => this.#failed(call, backend));
    if (!this.#hasBody) call.end();
  }

  #connected(call: ClientRequest, socket: Socket): void {
    const ready = () => {
      this.#reached = true;
      if (!this.#hasBody || call !== this.#call) return;
      this.#consumed = true;
      this.#incoming.pipe(call);
    };
    if (!socket.connecting) {
      ready();
      return;
    }
    const timer = setTimeout(() => this.#giveUp(), this.#front.limits.connect);
    const settled = () => clearTimeout(timer);
    socket.once('connect', ready).once('connect', settled).once('close', settled);
  }

  #giveUp(): void {
    this.#late = true;
    this.#call?.destroy(new Error('too late'));
  }

  #relay(answer: IncomingMessage, call: ClientRequest, backend: Backend): void {
    const { statusCode = 0, statusMessage = '' } = answer;
    // Node reads this status but refuses to write it. No upgrade was requested here.
    if (statusCode < 200) {
      answer.socket.destroy();
      this.#failed(call, backend);
      return;
    }
    const headers = responseHeaders(answer);
    const cookie = this.#front.pool.cookieFor(backend, this.#incoming.headers.cookie);
    if (cookie) headers.push('Set-Cookie', cookie);
    this.#outgoing.writeHead(statusCode, plainReason(statusMessage), headers);
    answer.on('error', () => this.#outgoing.destroy());
    answer.pipe(this.#outgoing);
  }

  /** Passes an interim response on (RFC 9110 15.2), but 100, which the client has had from here. */
  #hint(status: number, links: readonly string[]): void {
    if (this.#outgoing.headersSent || this.#incoming.httpVersion !== '1.1') return;
    if (status === 102) this.#outgoing.writeProcessing();
    if (status !== 103 || links.length === 0) return;
    try {
      this.#outgoing.writeEarlyHints({ link: links.flatMap((link) => link.split(linkEnd)) });
    } catch {
      // A hint that Node does not take is one that a client can do without.
    }
  }

  #failed(call: ClientRequest, backend: Backend): void {
    if (call !== this.#call || this.#outgoing.closed) return;
    if (!this.#reached) backend.suspected();
    const other = this.#mayRepeat() ? this.#other(call, backend) : undefined;
    if (!other) {
      refuse(this.#outgoing, this.#late ? 504 : 502);
      return;
    }
    this.#again = true;
    this.#late = false;
    backend.open -= 1;
    this.attempt(other);
  }

  /**
   * A request that never reached a backend may be repeated. One that did may be repeated only if its method is
   * idempotent.
   */
  #mayRepeat(): boolean {
    if (this.#again || this.#outgoing.headersSent || this.#consumed) return false;
    return !this.#reached || (!this.#late && idempotent.has(this.#incoming.method ?? ''));
  }

  /**
   * Another backend. A reused idle connection may just have been closed, so without another backend the same one is
   * tried again.
   */
  #other(call: ClientRequest, backend: Backend): Backend | undefined {
    const other = this.#front.pool.forRequest(this.#incoming.headers.cookie, backend);
    return other ?? (call.reusedSocket ? backend : undefined);
  }

  #end(): void {
    if (this.#backend) this.#backend.open -= 1;
    if (!this.#outgoing.writableFinished) this.#call?.destroy();
  }
}
