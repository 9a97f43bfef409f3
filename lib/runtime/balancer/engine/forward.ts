import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import type { Socket } from 'node:net';
import type { Backend } from './backend.ts';
import { Call } from './call.ts';
import { type Exchange, mostHints, pour } from './exchange.ts';
import type { Front } from './front.ts';
import { hopsLeft, requestHeaders, responseHeaders, targetOf } from './headers.ts';

/** Methods that may be sent twice (RFC 9110 9.2.2). */
const idempotent = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE']);

/**
 * Forwards one request. Tries a second backend when the first is lost before it answered and the request may be sent
 * again.
 */
export function forward(front: Front, exchange: Exchange): void {
  const { head, stream } = exchange;
  const target = head.method === 'TRACE' ? 405 : (targetOf(head, front.protocol) ?? 400);
  const backend = front.pool.forRequest(head.headers.cookie);
  if (typeof target === 'number') exchange.refuse(target);
  else if (hopsLeft(head) === 0) {
    exchange.begin(204, 'No Content', []);
    exchange.answer.end();
  } else if (!backend) exchange.refuse(503);
  else if (!front.grpc) new Forwarding(front, exchange, target).attempt(backend);
  else if (stream) new Call(front, exchange, stream, target).attempt(backend);
  else exchange.refuse(505);
}

class Forwarding {
  readonly #front: Front;
  readonly #exchange: Exchange;
  readonly #path: string;
  readonly #headers: string[];
  #backend: Backend | undefined;
  #call: ClientRequest | undefined;
  /** Whether the backend has the connection, and so may have acted on the request. */
  #reached = false;
  #hints = 0;
  #consumed = false;
  #late = false;
  #again = false;
  /** Whether the backend's answer has come to its end. */
  #whole = false;

  constructor(front: Front, exchange: Exchange, path: string) {
    this.#front = front;
    this.#exchange = exchange;
    this.#path = path;
    this.#headers = requestHeaders(exchange.head, front);
    exchange.answer.once('close', () => this.#end());
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
      method: this.#exchange.head.method ?? 'GET',
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
    if (!this.#exchange.body) call.end();
  }

  #connected(call: ClientRequest, socket: Socket): void {
    const ready = () => {
      this.#reached = true;
      const { body } = this.#exchange;
      if (!body || call !== this.#call) return;
      this.#consumed = true;
      // A backend may answer by the head alone, and the client may wait for that before it sends more. This sends the
      // head in Latin-1, as it came; flushHeaders() would make UTF-8 of it.
      call.write(Buffer.alloc(0));
      pour(body, call);
      // What the backend no longer takes is read away, for the client may read its answer only once all is sent.
      call.once('close', () => body.unpipe(call).resume());
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
    const cookie = this.#front.pool.cookieFor(backend, this.#exchange.head.headers.cookie);
    if (cookie) headers.push('Set-Cookie', cookie);
    answer.on('error', () => this.#exchange.abort());
    answer.once('end', () => {
      this.#whole = true;
    });
    try {
      this.#exchange.begin(statusCode, statusMessage, headers);
    } catch {
      // HTTP/2 has stricter rules: no header that is one may be there twice.
      call.destroy();
      this.#exchange.refuse(502);
      return;
    }
    if (this.#exchange.answer.writableEnded) answer.resume();
    else answer.pipe(this.#exchange.answer);
  }

  /** Passes an interim response on (RFC 9110 15.2), but 100, which the client has had from here. */
  #hint(status: number, links: readonly string[]): void {
    if (this.#exchange.begun || (status !== 102 && (status !== 103 || links.length === 0))) return;
    this.#hints += 1;
    if (this.#hints > mostHints) return;
    try {
      this.#exchange.hint(status, links);
    } catch {
      // A hint that Node does not take is one that a client can do without.
    }
  }

  #failed(call: ClientRequest, backend: Backend): void {
    // A whole answer stands, whatever becomes of the rest of the request.
    if (call !== this.#call || this.#whole || this.#exchange.answer.closed) return;
    if (!this.#reached) backend.suspected();
    const other = this.#mayRepeat() ? this.#other(call, backend) : undefined;
    if (!other) {
      this.#exchange.refuse(this.#late ? 504 : 502);
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
    if (this.#again || this.#exchange.begun || this.#consumed) return false;
    return !this.#reached || (!this.#late && idempotent.has(this.#exchange.head.method ?? ''));
  }

  /**
   * Another backend. A reused idle connection may just have been closed, so without another backend the same one is
   * tried again.
   */
  #other(call: ClientRequest, backend: Backend): Backend | undefined {
    const other = this.#front.pool.forRequest(this.#exchange.head.headers.cookie, backend);
    return other ?? (call.reusedSocket ? backend : undefined);
  }

  #end(): void {
    if (this.#backend) this.#backend.open -= 1;
    // A stream of HTTP/2 that was reset counts as finished, so that says nothing.
    if (!this.#whole) this.#call?.destroy();
  }
}
