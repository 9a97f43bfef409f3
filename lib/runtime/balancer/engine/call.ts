import {
  type ClientHttp2Stream,
  constants,
  type IncomingHttpHeaders,
  type IncomingHttpStatusHeader,
  type ServerHttp2Stream,
} from 'node:http2';
import { ignore } from '#lib/runtime/system/errors.ts';
import type { Backend } from './backend.ts';
import type { Channel } from './channels.ts';
import { type Exchange, mostHints, pour } from './exchange.ts';
import type { Front } from './front.ts';
import { requestHeaders } from './headers.ts';
import { fieldsOf, passedOn } from './http2-heads.ts';

/**
 * A request that stays HTTP/2 on its way to a backend, as gRPC needs it: both directions stream at once, trailers and
 * codes of resets are passed on, and there is no limit of time but that of silence.
 */
export class Call {
  readonly #front: Front;
  readonly #exchange: Exchange;
  readonly #client: ServerHttp2Stream;
  readonly #path: string;
  readonly #trailers: () => IncomingHttpHeaders;
  #backend: Backend | undefined;
  #upstream: ClientHttp2Stream | undefined;
  #tried = false;
  #hints = 0;

  constructor(front: Front, exchange: Exchange, client: ServerHttp2Stream, path: string) {
    this.#front = front;
    this.#exchange = exchange;
    this.#client = client;
    this.#path = path;
    this.#trailers = trailersOf(client);
    client.once('close', () => {
      if (this.#backend) this.#backend.open -= 1;
      const upstream = this.#upstream;
      // Not while nghttp2 is at work: a reset from inside its calls is reported to abort Node (nodejs/node#38964).
      setImmediate(() => upstream?.close(client.rstCode || constants.NGHTTP2_CANCEL));
    });
  }

  /** Sends it to a backend, or to another one where this one cannot be reached: nothing has been sent yet. */
  attempt(backend: Backend): void {
    if (this.#backend) this.#backend.open -= 1;
    this.#backend = backend;
    backend.open += 1;
    backend.channels
      .take(backend.portFor(this.#front.target), this.#front.limits.connect)
      .then((channel) => this.#send(channel, backend))
      .catch(() => this.#unreached(backend));
  }

  #unreached(backend: Backend): void {
    backend.suspected();
    if (this.#client.closed) return;
    const other = this.#tried ? undefined : this.#front.pool.forRequest(this.#cookie(), backend);
    this.#tried = true;
    if (other) this.attempt(other);
    else this.#exchange.refuse(502);
  }

  #send(channel: Channel, backend: Backend): void {
    if (this.#client.closed) {
      channel.release();
      return;
    }
    const upstream = this.#request(channel);
    this.#upstream = upstream;
    upstream.on('error', ignore);
    upstream.once('close', () => {
      channel.release();
      this.#ended(upstream.rstCode, channel.lost);
    });
    upstream.on('headers', (headers) => this.#hint(headers));
    upstream.once('response', (headers, flags) =>
      this.#relay(upstream, headers, { backend, isWhole: (flags & constants.NGHTTP2_FLAG_END_STREAM) !== 0 }),
    );
    upstream.once('wantTrailers', () => upstream.sendTrailers(this.#trailers()));
    if (this.#exchange.body) pour(this.#client, upstream);
  }

  #request({ session, release }: Channel): ClientHttp2Stream {
    const { head, body } = this.#exchange;
    const { host, 'transfer-encoding': _, ...fields } = fieldsOf(requestHeaders(head, this.#front));
    const pseudo = { ':method': head.method, ':path': this.#path, ':scheme': 'http', ':authority': host };
    // The one value that HTTP/2 allows. Servers of gRPC ask for it.
    const te = head.headers.te === 'trailers' ? { te: 'trailers' } : {};
    try {
      return session.request(
        { ...pseudo, ...fields, ...te },
        { endStream: body === null, waitForTrailers: body !== null },
      );
    } catch (error) {
      release();
      throw error;
    }
  }

  #hint(headers: IncomingHttpHeaders & IncomingHttpStatusHeader): void {
    const status = headers[':status'];
    if (this.#exchange.begun || this.#client.closed || (status !== 102 && status !== 103)) return;
    this.#hints += 1;
    if (this.#hints > mostHints) return;
    this.#client.additionalHeaders(passedOn(headers));
  }

  #relay(
    upstream: ClientHttp2Stream,
    headers: IncomingHttpHeaders,
    { backend, isWhole }: { readonly backend: Backend; readonly isWhole: boolean },
  ): void {
    if (this.#client.closed) return;
    const cookie = this.#front.pool.cookieFor(backend, this.#cookie());
    const cookies = cookie ? { 'set-cookie': [...(headers['set-cookie'] ?? []), cookie] } : {};
    const trailers = trailersOf(upstream);
    this.#client.once('wantTrailers', () => this.#client.sendTrailers(trailers()));
    this.#client.respond(
      { ...passedOn(headers), ...cookies },
      isWhole ? { endStream: true } : { waitForTrailers: true },
    );
    if (this.#client.writableEnded) upstream.resume();
    else pour(upstream, this.#client);
  }

  /** The backend's stream has ended: by itself, by a reset, or with its connection. */
  #ended(code: number, isLost: boolean): void {
    const client = this.#client;
    if (client.closed || client.writableEnded) return;
    if (code === constants.NGHTTP2_NO_ERROR && this.#exchange.begun) client.end();
    else if (isLost || code === constants.NGHTTP2_NO_ERROR) this.#exchange.refuse(502);
    else client.close(code);
  }

  #cookie(): string | undefined {
    return this.#exchange.head.headers.cookie;
  }
}

/** What comes after the body of a stream, which may be there before anybody asks. */
function trailersOf(stream: ServerHttp2Stream | ClientHttp2Stream): () => IncomingHttpHeaders {
  let trailers: IncomingHttpHeaders = {};
  stream.once('trailers', (fields: IncomingHttpHeaders) => {
    trailers = passedOn(fields);
  });
  return () => trailers;
}
