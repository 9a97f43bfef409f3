import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { requestHeaders, responseHeaders } from './headers.ts';
import { noSuchRoute, timedOut, unavailable } from './refusals.ts';
import { refuse } from './reply.ts';
import { routedAs } from './routing.ts';

/** The relay refuses what is not a handshake at once. */
const ANSWER_WITHIN_MS = 30_000;

/** Passes a console's request without an upgrade on to the relay, and its refusal back. A body is not passed on. */
export function forward(socketPath: string, req: IncomingMessage, res: ServerResponse): void {
  const { method = 'GET', url: path = '/' } = req;
  const routed = routedAs(method, path);
  if (!routed) {
    refuse(req, res, noSuchRoute);
    return;
  }
  const outgoing = request({
    socketPath,
    method: routed.method,
    path,
    headers: { ...requestHeaders(req), 'content-length': '0' },
  });
  const timer = setTimeout(() => {
    refuse(req, res, timedOut);
    outgoing.destroy();
  }, ANSWER_WITHIN_MS);
  outgoing.on('response', (incoming) => answer(incoming, res));
  outgoing.on('error', () => refuse(req, res, unavailable));
  res.on('close', () => {
    clearTimeout(timer);
    outgoing.destroy();
  });
  outgoing.end();
}

function answer(incoming: IncomingMessage, res: ServerResponse): void {
  if (res.headersSent) {
    incoming.resume();
    return;
  }
  res.writeHead(incoming.statusCode ?? 500, responseHeaders(incoming));
  incoming.on('error', () => res.destroy());
  incoming.pipe(res);
}
