import { type Agent, type ClientRequest, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { Transform } from 'node:stream';
import { requestHeaders, responseHeaders } from './headers.ts';
import { MAX_BODY_BYTES, refusalFor, timedOut, tooLarge, unavailable } from './refusals.ts';
import { internalError, refuse } from './reply.ts';
import { upstreamRequest } from './routing.ts';
import { signTarget } from './target.ts';

/** The socket of the API's functions, and the key with which requests to them are signed. */
export interface Upstream {
  readonly socketPath: string;
  readonly agent: Agent;
  readonly targetKey: string;
}

/** Longer than any handler takes (28 s, lib/edge) and than `Prefer: wait` (25 s). */
const ANSWER_WITHIN_MS = 30_000;

/**
 * Passes one request on and its answer back. An answer that is not a handler's is replaced by `{error}`. Settles when
 * the functions have answered, or have not begun: they go on with a whole request also where the client has left.
 */
export function forward(upstream: Upstream, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const target = {
    method: req.method ?? 'GET',
    target: req.url ?? '/',
    source_ip: req.socket.remoteAddress ?? '',
    content_type: requestHeaders(req)['content-type'] ?? '',
    at: Date.now(),
  };
  const outgoing = request({
    socketPath: upstream.socketPath,
    agent: upstream.agent,
    ...upstreamRequest(target.method, target.target),
    headers: { ...bodyHeaders(req), ...signTarget(target, upstream.targetKey) },
  });
  const timer = setTimeout(() => refuse(req, res, timedOut), ANSWER_WITHIN_MS);
  outgoing.setNoDelay(true);
  let answered = false;
  outgoing.on('response', (incoming) => {
    answered = true;
    answer(incoming, req, res);
  });
  outgoing.on('error', () => refuse(req, res, unavailable));
  res.on('close', () => {
    clearTimeout(timer);
    if (answered || !req.complete) outgoing.destroy();
  });
  sendBody(req, res, outgoing);
  return new Promise((resolve) => outgoing.once('close', resolve));
}

/** The headers of a body, in the form in which it came; a request without either header has no body. */
function bodyHeaders(req: IncomingMessage): Record<string, string> {
  const headers = requestHeaders(req);
  if (req.headers['transfer-encoding'] !== undefined) return { ...headers, 'transfer-encoding': 'chunked' };
  return { ...headers, 'content-length': headers['content-length'] ?? '0' };
}

function sendBody(req: IncomingMessage, res: ServerResponse, outgoing: ClientRequest): void {
  let bytes = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes <= MAX_BODY_BYTES) return done(null, chunk);
      refuse(req, res, tooLarge);
      outgoing.destroy();
      done();
    },
  });
  req.pipe(counted).pipe(outgoing);
}

function answer(incoming: IncomingMessage, req: IncomingMessage, res: ServerResponse): void {
  if (incoming.headers['x-request-id'] === undefined) {
    incoming.resume();
    const refusal = refusalFor(incoming.statusCode ?? 500);
    if (refusal) refuse(req, res, refusal);
    else internalError(req, res);
    return;
  }
  if (res.headersSent || res.destroyed) {
    incoming.resume();
    return;
  }
  res.writeHead(incoming.statusCode ?? 500, responseHeaders(incoming, req.method === 'HEAD'));
  incoming.on('error', () => res.destroy());
  incoming.pipe(res);
}
