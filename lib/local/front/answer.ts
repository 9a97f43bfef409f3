import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Api } from '#lib/local/api/api.ts';
import type { ApiReply } from '#lib/local/api/reply.ts';
import { sourceOf } from '#lib/local/inside/sources.ts';
import { bodyOf } from './bodies.ts';
import { replyHeaders, requestHeaders } from './headers.ts';
import { timedOut } from './refusals.ts';
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
  const body = await bodyOf(req, res);
  if (body === undefined) return;
  if (!Buffer.isBuffer(body)) return refuse(req, res, body);
  follow(body);
  const { method = 'GET', url: target = '/', socket } = req;
  const headers = requestHeaders(req);
  if (body.length > 0) headers['content-length'] = String(body.length);
  const request = { method, target, headers, body, source: sourceOf(socket) };
  send(req, res, await api(request));
}

function send(req: IncomingMessage, res: ServerResponse, reply: ApiReply): void {
  if (res.headersSent || res.destroyed) return;
  const { status, body } = reply;
  const bodiless = EMPTY.has(status);
  res.writeHead(status, replyHeaders(reply, req.method === 'HEAD' || bodiless));
  res.end(bodiless ? undefined : body);
}
