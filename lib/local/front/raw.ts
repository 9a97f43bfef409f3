import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { baseHeaders } from './reply.ts';

const faults: Record<string, { status: number; code: string; error: string }> = {
  HPE_HEADER_OVERFLOW: { status: 431, code: 'validation_failed', error: 'headers: larger than 16384 bytes in all' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, code: 'timeout', error: 'the request did not arrive in time' },
};
const malformed = { status: 400, code: 'validation_failed', error: 'the request is not HTTP/1.1 as RFC 9112 has it' };

/** Answers what could not be parsed as a request, and ends the connection. */
export function refuseRaw(socket: Duplex, fault?: string): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const { status, code, error } = faults[fault ?? ''] ?? malformed;
  socket.end(rawReply(status, code, error));
}

/** A whole answer for a connection that no response object stands for. */
function rawReply(status: number, code: string, error: string): string {
  const body = JSON.stringify({ error });
  const headers = { ...baseHeaders(), 'X-Error-Code': code, 'Content-Length': String(Buffer.byteLength(body)) };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`, ...lines, 'Connection: close', '', body].join('\r\n');
}
