import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Api } from '#lib/local/api/api.ts';
import type { ApiReply } from '#lib/local/api/reply.ts';
import { replyHeaders, requestHeaders } from './headers.ts';
import { MAX_BODY_BYTES, timedOut, tooLarge } from './refusals.ts';
import { refuse } from './reply.ts';

/** Longer than any handler takes (28 s, lib/edge) and than `Prefer: wait` (25 s). */
const ANSWER_WITHIN_MS = 30_000;

/** What has no body by definition (RFC 9110 15.3.5, 15.4.5). */
const EMPTY = new Set([204, 304]);

/**
 * Answers a request by the API. Settles when the function has ended: it goes on with a whole request also where the
 * client has left. `follow` is told the whole body.
 */
export async function answer(
  api: Api,
  req: IncomingMessage,
  res: ServerResponse,
  follow: (body: Buffer) => void,
): Promise<void> {
  const timer = setTimeout(() => refuse(req, res, timedOut), ANSWER_WITHIN_MS);
  res.on('close', () => clearTimeout(timer));
  const body = await bodyOf(req);
  if (body === 'too large') return refuse(req, res, tooLarge);
  if (body === 'cut off') return;
  follow(body);
  const { method = 'GET', url: target = '/', socket } = req;
  const headers = requestHeaders(req);
  if (body.length > 0) headers['content-length'] = String(body.length);
  const request = { method, target, headers, body, sourceIp: socket.remoteAddress ?? '' };
  send(req, res, await api(request));
}

const NOTHING = Buffer.alloc(0);

/** The whole body, unless it is too large or the client leaves before its end. */
function bodyOf(req: IncomingMessage): Promise<Buffer | 'too large' | 'cut off'> | Buffer {
  if (req.headers['content-length'] === undefined && req.headers['transfer-encoding'] === undefined) return NOTHING;
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    req.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= MAX_BODY_BYTES) chunks.push(chunk);
      else resolve('too large');
    });
    req.once('end', () => resolve(Buffer.concat(chunks)));
    req.once('close', () => resolve('cut off'));
  });
}

function send(req: IncomingMessage, res: ServerResponse, reply: ApiReply): void {
  if (res.headersSent || res.destroyed) return;
  const { status, body } = reply;
  const bodiless = EMPTY.has(status);
  res.writeHead(status, replyHeaders(reply, req.method === 'HEAD' || bodiless));
  res.end(bodiless ? undefined : body);
}
