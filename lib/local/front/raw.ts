import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { baseHeaders, type Refusal } from './reply.ts';

const faults: Record<string, Refusal> = {
  HPE_HEADER_OVERFLOW: { status: 431, code: 'validation_failed', error: 'headers: larger than 16384 bytes in all' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, code: 'timeout', error: 'the request did not arrive in time' },
};
const methods = 'DELETE, GET, HEAD, PATCH, POST, PUT';
const malformed = { status: 400, code: 'validation_failed', error: 'the request is not HTTP/1.1 as RFC 9112 has it' };

/** What Node's parser could not read, and why. */
export interface ParseError extends NodeJS.ErrnoException {
  readonly rawPacket?: Buffer;
}

/**
 * The refusal for a request that cannot be parsed. A method unknown to Node is one that no path allows (contract 1.4).
 */
export function faultOf({ code, rawPacket }: ParseError): Refusal {
  const method = /^([A-Z][A-Z-]{0,63}) \/\S* HTTP\/1\.1\r\n/.exec(rawPacket?.toString('latin1') ?? '')?.[1];
  if (code === 'HPE_INVALID_METHOD' && method) {
    const error = `${method} is not allowed on any path (allowed: ${methods})`;
    return { status: 405, code: 'method_not_allowed', error, headers: { Allow: methods } };
  }
  return faults[code ?? ''] ?? malformed;
}

/** Answers a request that cannot be parsed, or has no response object, and ends the connection. */
export function refuseRaw(socket: Duplex, fault: Refusal = malformed): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  socket.end(rawReply(fault));
}

/** A whole answer as text, for a connection without a response object. */
function rawReply({ status, code, error, headers: extra }: Refusal): string {
  const body = JSON.stringify({ error });
  const headers = {
    ...baseHeaders(),
    ...extra,
    'X-Error-Code': code,
    'Content-Length': String(Buffer.byteLength(body)),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`, ...lines, 'Connection: close', '', body].join('\r\n');
}
