import { constants, createServer, type Http2Server, type ServerHttp2Session, type ServerHttp2Stream } from 'node:http2';
import { ignore } from '#lib/runtime/system/errors.ts';
import type { Exchange } from './exchange.ts';
import { forward } from './forward.ts';
import type { Front } from './front.ts';
import type { Head } from './headers.ts';
import { fieldsOf, headOf, isMalformed } from './http2-heads.ts';
import { textOf } from './refuse.ts';

/** The most bytes of a request's headers, as Node's parser of HTTP/1 has it. */
const mostHeaders = 16_384;

/**
 * What speaks HTTP/2 on the connections that it is handed as `connection`. A request is translated to what it means in
 * HTTP/1.1, and then goes by the same rules. nghttp2 refuses malformed fields, and ends connections with floods of
 * resets, settings, pings and continuations.
 */
export function makeHttp2(front: Front): Http2Server {
  const server = createServer({
    settings: { maxConcurrentStreams: front.limits.streams, maxHeaderListSize: 2 * mostHeaders, enablePush: false },
    // A cookie may come in as many parts as it has values.
    maxHeaderListPairs: 1_000,
  });
  const requests = { open: 0 };
  server.on('sessionError', ignore);
  server.on('session', (session) => serveSession(front, session, requests));
  return server;
}

function serveSession(front: Front, session: ServerHttp2Session, requests: { open: number }): void {
  const { remoteAddress, localAddress } = session.socket;
  let open = 0;
  session.setTimeout(front.limits.keepAlive);
  session.on('timeout', () => open === 0 && session.close());
  session.on('stream', (stream, headers, _, rawHeaders) => {
    stream.on('error', ignore);
    // The client may ask again: nothing has been done.
    if (requests.open >= front.limits.requests) {
      stream.close(constants.NGHTTP2_REFUSED_STREAM);
      return;
    }
    open += 1;
    requests.open += 1;
    stream.once('close', () => {
      open -= 1;
      requests.open -= 1;
    });
    const head = headOf(stream, headers, rawHeaders as unknown as string[]);
    const exchange = exchangeOf(stream, { ...head, socket: { remoteAddress, localAddress } as Head['socket'] });
    stream.setTimeout(front.grpc ? front.limits.idle : front.limits.client, () => {
      if (exchange.begun) stream.close(constants.NGHTTP2_CANCEL);
      else exchange.refuse(504);
    });
    serveRequest(front, exchange, stream);
  });
}

function serveRequest(front: Front, exchange: Exchange, stream: ServerHttp2Stream): void {
  const { head } = exchange;
  const { expect } = head.headers;
  const length = head.rawHeaders.reduce((sum, text) => sum + text.length, head.url?.length ?? 0);
  if (length > mostHeaders) exchange.refuse(431);
  else if (head.method === 'CONNECT') exchange.refuse(405);
  else if (expect !== undefined && expect.toLowerCase() !== '100-continue') exchange.refuse(417);
  else if (isMalformed(head)) exchange.refuse(400);
  else {
    if (expect !== undefined) stream.additionalHeaders({ ':status': 100 });
    forward(front, exchange);
  }
}

function exchangeOf(stream: ServerHttp2Stream, head: Head): Exchange {
  return {
    head,
    stream,
    body: stream.endAfterHeaders ? null : stream,
    answer: stream,
    get begun() {
      return stream.headersSent;
    },
    begin: (status, _, headers) => stream.respond({ ':status': status, ...fieldsOf(headers) }),
    hint: (status, link) => stream.additionalHeaders({ ':status': status, ...(status === 103 && { link: [...link] }) }),
    refuse(status) {
      if (stream.headersSent) stream.close(constants.NGHTTP2_INTERNAL_ERROR);
      if (stream.headersSent || stream.closed || stream.destroyed) return;
      const type = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' };
      stream.respond({ ':status': status, ...type });
      if (!stream.writableEnded) stream.end(textOf(status));
      // The rest of the body is not read.
      stream.close(constants.NGHTTP2_NO_ERROR);
    },
    abort: () => stream.close(constants.NGHTTP2_INTERNAL_ERROR),
  };
}
