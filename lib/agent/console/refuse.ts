import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { ApiError } from '#lib/model/platform/errors.ts';

/** Writes the complete answer of a refused handshake, in the API's error form (contract 1.7). */
export function refuseHandshake(socket: Duplex, id: string, error: unknown): void {
  const { status, headers, body } = replyOf(id, error);
  if (!socket.writable) return void socket.destroy();
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`, ...lines, '', body].join('\r\n'));
}

/** Answers a request that is not a handshake with an error in the API's form. */
export function refuseRequest(req: IncomingMessage, res: ServerResponse, id: string, error: unknown): void {
  const { status, headers, body } = replyOf(id, error);
  res.writeHead(status, headers).end(req.method === 'HEAD' ? '' : body);
}

function replyOf(id: string, error: unknown) {
  const known = error instanceof ApiError ? error : new ApiError('internal', `internal error; quote ${id}`);
  const body = JSON.stringify({ error: known.message });
  const headers: Record<string, string> = {
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(body)),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'X-Api-Version': '2026-11-01',
    'X-Request-Id': id,
    'X-Error-Code': known.code,
    ...(known.retryAfter !== undefined && { 'Retry-After': String(known.retryAfter) }),
    ...known.headers,
    Connection: 'close',
  };
  return { status: known.status, headers, body };
}
