import type { IncomingMessage, ServerResponse } from 'node:http';
import { realNow } from '#lib/drivers/clocks/real.ts';
import { newId } from '#lib/model/platform/ids.ts';

/** A refusal of the front listener, in the API's form (contract 1.7). */
export interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly error: string;
  readonly headers?: Record<string, string>;
  /** Whether the connection must be closed, because the rest of the request was not read. */
  readonly close?: boolean;
}

/** The headers of every answer, with a new `X-Request-Id`. */
export function baseHeaders(): Record<string, string> {
  return {
    'Content-Type': 'application/json',
    'Cache-Control': 'no-store',
    'X-Api-Version': '2026-11-01',
    'X-Request-Id': newId('request', realNow()),
  };
}

/** Answers with JSON. A HEAD gets only the headers. */
export function sendJson(
  res: ServerResponse,
  status: number,
  body: object,
  headers: Record<string, string> = {},
): void {
  if (res.headersSent || res.destroyed) return;
  const text = JSON.stringify(body);
  res.writeHead(status, { ...baseHeaders(), 'Content-Length': String(Buffer.byteLength(text)), ...headers });
  res.end(text);
}

/** Answers with a refusal. What the client still sends is discarded for a moment, so that it can read the answer. */
export function refuse(req: IncomingMessage, res: ServerResponse, refusal: Refusal): void {
  const { status, code, error, headers, close } = refusal;
  sendJson(res, status, { error }, { 'X-Error-Code': code, ...headers, ...(close && { Connection: 'close' }) });
  if (!close) return;
  req.unpipe();
  req.resume();
  const timer = setTimeout(() => req.socket.destroy(), 1_000);
  req.socket.once('close', () => clearTimeout(timer));
}

/** The refusal `internal error; quote req-…`, with that id in the header too. */
export function internal(): Refusal {
  const id = newId('request', realNow());
  return { status: 500, code: 'internal', error: `internal error; quote ${id}`, headers: { 'X-Request-Id': id } };
}
